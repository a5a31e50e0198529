/** A part of a multipart body, as it stands on the wire. */
export interface Part {
  /** Its header lines, without the last line break. */
  readonly head: string;
  readonly bytes: Uint8Array;
}

/** The bytes of a `multipart/related` body (RFC 2046, section 5.1). */
export function multipartBody(boundary: string, parts: readonly Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ head, bytes }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}
