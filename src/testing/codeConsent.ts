import type { PlannedCase } from './plan';
import type { TestFiles } from './planFile';

/** A file of functions as it is now. */
export interface CodeFile {
  readonly uri: string;
  /** Of its content. */
  readonly sha256: string;
}

/** A question whether functions of a file may run. */
export interface CodeQuestion {
  readonly uri: string;
  /** Names of the functions that the tests of this run call. */
  readonly functions: readonly string[];
  /** Whether another content of it was asked about before in this run. */
  readonly isChanged: boolean;
}

/** Asks in one run whether the functions of a file may run: once for each content of the file. */
export class CodeConsent {
  readonly #cases: readonly PlannedCase[];
  readonly #files: Pick<TestFiles, 'resolve'>;
  readonly #ask: (question: CodeQuestion) => Promise<boolean>;
  /** Answers by file and content. */
  readonly #answers = new Map<string, Map<string, Promise<boolean>>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    cases: readonly PlannedCase[],
    files: Pick<TestFiles, 'resolve'>,
    ask: (question: CodeQuestion) => Promise<boolean>,
  ) {
    this.#cases = cases;
    this.#files = files;
    this.#ask = ask;
  }

  readonly allows = ({ uri, sha256 }: CodeFile): Promise<boolean> => {
    const answers = this.#answers.get(uri) ?? new Map<string, Promise<boolean>>();
    this.#answers.set(uri, answers);
    const known = answers.get(sha256);
    if (known) return known;
    const isChanged = answers.size > 0;
    // One question after the other.
    const asked = this.#last.then(async () => {
      const functions = await this.#functionsIn(uri);
      return await this.#ask({ uri, functions, isChanged });
    });
    this.#last = asked.catch(() => undefined);
    answers.set(sha256, asked);
    return asked;
  };

  async #functionsIn(uri: string): Promise<readonly string[]> {
    const names = new Set<string>();
    for (const { place, case: one } of this.#cases) {
      for (const { type, function: named } of one.expect) {
        if (type !== 'code' || typeof named !== 'string') continue;
        const [path = '', name = ''] = named.split('#');
        if ((await this.#files.resolve(place.uri, path)) === uri) names.add(name);
      }
    }
    return [...names];
  }
}
