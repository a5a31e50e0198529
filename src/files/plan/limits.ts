/** Bytes that the service takes for one file: 2 GiB. */
export const FILE_LIMIT = 2 ** 31;

/** Characters of a display name. */
export const NAME_LIMIT = 512;

/** Milliseconds that a file must still be there for to be used instead of another upload. */
export const NEEDED_LIFE = 10 * 60_000;
