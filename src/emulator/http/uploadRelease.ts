/**
 * Gives the memory of a chunk back now. Left to the garbage collector, a fast upload has tens of megabytes
 * of them waiting. The chunk is empty afterwards; one that shares its memory is left alone.
 */
export function release(chunk: Buffer): void {
  const { buffer, byteLength } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
