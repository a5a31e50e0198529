import type { ModelRoute } from '../catalog/sourceMarks';

/** `none` shows a hover only. */
export type LensSeverity = 'warning' | 'information' | 'hint' | 'none';

/** A model ID, a retired SDK, or an API key in a text document. */
export interface LensMark {
  readonly kind: 'model' | 'package' | 'key';
  /** Model ID without prefix, or package name. Empty for keys. */
  readonly id: string;
  /** UTF-16 offsets of the ID alone, without prefix, quotes, `:free`, and `:generateContent`. */
  readonly start: number;
  readonly end: number;
  readonly route: ModelRoute;
  readonly severity: LensSeverity;
  readonly isDeprecated: boolean;
  /** Stable identifier, such as `model-retired`. */
  readonly code: string;
  readonly message: string;
  /** ID to insert instead. Undefined if a replacement isn't safe. */
  readonly successor?: string;
  /** Web page with the source. */
  readonly link?: string;
}

export interface LensDocument {
  /** Relative to the workspace folder, because folder names such as `test` and `build` count. */
  readonly path: string;
  readonly languageId?: string;
  readonly text: string;
}

export interface LensContext {
  readonly now: Date;
  /** Status according to the model list of the connection. Overrides the pack. */
  readonly statusOf?: (id: string) => 'open' | 'closed' | 'retired' | undefined;
  /** Days before an end that are worth a mark. Default: 180. */
  readonly noticeDays?: number;
}

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
