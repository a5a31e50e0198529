import { promptReach, reachName } from '../conversation/prompts/readPrompt';
import type { PlannedCase } from './plan';
import type { TestFiles } from './planFile';

export interface CodeFile {
  readonly uri: string;
  readonly sha256: string;
}

export interface CodeQuestion {
  readonly uri: string;
  readonly functions: readonly string[];
  /** Whether the file changed since an earlier prompt of this run. */
  readonly isChanged: boolean;
}

/** Prompts once per run and file content. */
export class CodeConsent {
  readonly #cases: readonly PlannedCase[];
  readonly #files: Pick<TestFiles, 'resolve'>;
  readonly #ask: (question: CodeQuestion) => Promise<boolean>;
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
    // Shows one prompt at a time.
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

interface ConsentNeeds {
  readonly attachments: readonly string[];
  /** Tools, agents, URLs, credentials, and variables that access other resources. */
  readonly tools: readonly string[];
  readonly code: readonly string[];
}

export class CaseConsents {
  readonly #attachments = new Set<string>();
  readonly #tools = new Set<string>();
  readonly #code = new Set<string>();

  add({ source, case: one }: PlannedCase): void {
    const sent = source.prompt.messages.flatMap(({ attachments = [] }) => attachments);
    for (const { path } of [...sent, ...(one.attachments ?? [])]) this.#attachments.add(path);
    for (const reach of promptReach([source.prompt])) this.#tools.add(reachName(reach));
    for (const check of one.expect) {
      const { type, function: named } = check;
      if (type === 'code' && typeof named === 'string') this.#code.add(named);
    }
  }

  get all(): ConsentNeeds {
    return {
      attachments: [...this.#attachments],
      tools: [...this.#tools],
      code: [...this.#code],
    };
  }
}
