/** The kernel counts pages; nearly every host has pages of this size, and no output tells another. */
export const PAGE_BYTES = 4096;
