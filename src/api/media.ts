/** Bytes that travel beside a body, with their MIME type. */
export interface Media {
  readonly contentType: string;
  readonly data: Uint8Array;
}
