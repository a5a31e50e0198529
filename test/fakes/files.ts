import type { FilePart, StreamedFiles } from '../../src/platform/files';

/** Files in memory. A text is there whole or not at all, as on a disk. */
export class FakeFiles implements StreamedFiles {
  readonly files = new Map<string, string>();
  /** What was done, in order, such as `write a.json`. */
  readonly steps: string[] = [];
  /** Thrown by the next write. */
  failNext: Error | undefined;
  #writes = 0;
  readonly #stamps = new Map<string, string>();

  read(name: string): Promise<string | undefined> {
    return Promise.resolve(this.files.get(name));
  }

  async write(name: string, text: string): Promise<void> {
    const error = this.failNext;
    this.failNext = undefined;
    if (error) throw error;
    this.steps.push(`write ${name}`);
    this.files.set(name, text);
    this.#stamps.set(name, String(++this.#writes));
    await Promise.resolve();
  }

  async writePieces(
    name: string,
    pieces: AsyncIterable<string | Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void> {
    const parts: Buffer[] = [];
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      parts.push(Buffer.from(piece as string));
    }
    signal?.throwIfAborted();
    await this.write(name, Buffer.concat(parts).toString('utf8'));
  }

  async *readPieces(
    name: string,
    _signal?: AbortSignal,
    part?: FilePart,
  ): AsyncIterable<Uint8Array> {
    const text = await this.read(name);
    if (text === undefined) throw new Error(`${name} doesn’t exist.`);
    // Cut anywhere, also within a character.
    const whole = Buffer.from(text, 'utf8');
    const bytes = part ? whole.subarray(part.offset, part.offset + part.length) : whole;
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }

  remove(name: string): Promise<boolean> {
    this.steps.push(`remove ${name}`);
    return Promise.resolve(this.files.delete(name));
  }

  async rename(from: string, to: string): Promise<void> {
    const text = await this.read(from);
    // Of several at once, one finds it.
    if (text === undefined || !this.files.delete(from)) throw new Error(`${from} doesn’t exist.`);
    this.files.set(to, text);
  }

  stamp(name: string): Promise<string | undefined> {
    return Promise.resolve(
      this.files.has(name) ? (this.#stamps.get(name) ?? 'renamed') : undefined,
    );
  }

  list(): Promise<readonly string[]> {
    return Promise.resolve([...this.files.keys()]);
  }

  sweep(_now: number, _isLeft?: (name: string) => boolean): Promise<void> {
    return Promise.resolve();
  }
}
