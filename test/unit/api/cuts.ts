/** Bytes cut into pieces of one size. */
export function pieces(bytes: Uint8Array, size: number): Uint8Array[] {
  const cut: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
  return cut;
}

/** A body that comes in these pieces. */
export async function* bodyOf(
  chunks: Iterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield Buffer.from(chunk);
  }
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
