/** A value of a statement's parameter. Objects go as JSON text, so that both drivers read them alike. */
export type Parameter = string | number | boolean | Date | Uint8Array | null;

/** Statements, alone or within a transaction. Rows come as the driver gives them: the table's file maps them. */
export interface Statements {
  readonly query: <R>(text: string, parameters?: readonly Parameter[]) => Promise<readonly R[]>;
}

export interface Database extends Statements {
  /** All or nothing. Only statements of `tx` belong to it; one on the database itself would wait for its end. */
  readonly transaction: <T>(work: (tx: DatabaseTransaction) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
  /** True where no other process can be at work on these tables: every owner but this process is gone. */
  readonly exclusive: boolean;
}

export interface DatabaseTransaction extends Statements {
  /** Several statements without parameters: a migration. */
  readonly script: (text: string) => Promise<void>;
}

/** Where the tables are: in a folder (Postgres inside this process), in memory (tests), or on a server. */
export type DatabasePlace =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'server'; readonly url: string };
