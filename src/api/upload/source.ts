/** What is uploaded, read piece by piece from any place. */
export interface UploadSource {
  /** In bytes. */
  readonly size: number;
  /**
   * The bytes from an offset to the end. A piece is only good until the next one is asked for: its memory may
   * be used again. One read at a time: a later one begins once the one before it was left. Throws `AppError`
   * (`sourceChanged`) when the content is not what it was at the beginning, at the latest in place of the last
   * piece, so that nothing is finished that nobody has.
   */
  read(offset: number, signal: AbortSignal): AsyncIterable<Uint8Array>;
}
