const FRAME = /^\s*(?:\[<[^>\]]{1,40}>\]\s*)?(\? )?([A-Za-z_][\w.]*)\+0x[0-9a-f]+\/0x[0-9a-f]+(?:\s+\[\w+\])?\s*$/;

/**
 * The function of one line of a kernel stack: '[<0>] md_super_wait+0xa2/0xe0', ' schedule+0x3f/0x60', '… [raid1]'.
 * Lines with a question mark are leftovers on the stack that the kernel itself does not trust.
 */
export function functionOf(text: string): string | undefined {
  const match = FRAME.exec(text);
  return match === null || match[1] !== undefined ? undefined : match[2];
}
