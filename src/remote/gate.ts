/** Lets at most `limit` callers in at a time; the others wait in line. `leave` may be called once only. */
export interface Gate {
  readonly enter: () => Promise<() => void>;
}

export function createGate(limit: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  function leave(): void {
    inside -= 1;
    waiting.shift()?.();
  }
  return {
    enter: async () => {
      if (inside >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
      inside += 1;
      return leave;
    },
  };
}

/** A gate for each key, made when it is first asked for and dropped when nobody is at it. */
export function createGates(limit: number): (key: string) => Promise<() => void> {
  const gates = new Map<string, { readonly gate: Gate; users: number }>();
  return async (key) => {
    const entry = gates.get(key) ?? { gate: createGate(limit), users: 0 };
    gates.set(key, entry);
    entry.users += 1;
    const leave = await entry.gate.enter();
    return () => {
      leave();
      entry.users -= 1;
      if (entry.users === 0) gates.delete(key);
    };
  };
}
