// What is needed of an answer of any length while it goes by.

/** The bytes of an answer while it is short enough to be recorded. */
export class Kept {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  isTooLong(): boolean {
    return this.#size > this.#most;
  }

  push(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.isTooLong()) this.#chunks = [];
    else this.#chunks.push(chunk);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** Changes an address in a text that comes in pieces. What may be the beginning of one waits for its end. */
export class Readdressed {
  readonly #from: string;
  readonly #to: string;
  #held = '';

  constructor(from: string, to: string) {
    [this.#from, this.#to] = [from, to];
  }

  push(text: string): string {
    const parts = (this.#held + text).split(this.#from);
    const last = parts.at(-1) ?? '';
    let held = Math.min(last.length, this.#from.length - 1);
    while (held > 0 && !this.#from.startsWith(last.slice(-held))) held -= 1;
    const end = last.length - held;
    this.#held = last.slice(end);
    return [...parts.slice(0, -1), last.slice(0, end)].join(this.#to);
  }

  /** The last piece, with what has waited. */
  end(text: string): string {
    const all = this.push(text) + this.#held;
    this.#held = '';
    return all;
  }
}
