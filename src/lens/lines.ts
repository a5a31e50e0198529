/** A line of a text. Both offsets exclude the line break. */
interface Line {
  /** Counts from 0. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** Finds lines in one pass; offsets may not decrease. */
export class Lines {
  readonly #text: string;
  #line: Line = { number: -1, start: 0, end: -1 };

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): Line {
    while (this.#line.end < offset && this.#line.end < this.#text.length) {
      const start = this.#line.end + 1;
      const end = this.#text.indexOf('\n', start);
      const number = this.#line.number + 1;
      this.#line = { number, start, end: end < 0 ? this.#text.length : end };
    }
    return this.#line;
  }
}
