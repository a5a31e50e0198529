import { messageWithHint } from '../../base/errors';
import { SlowPatternError } from '../../base/patterns';
import { seedOf } from '../digest';
import { failedPrecondition } from '../status';
import type { MatchInput } from './matchInput';
import { type Failure, failures } from './conditions';
import { FAIL, type GENERATE } from './parts';
import type { MockResponse, Rule } from './format';
import { fillTemplate } from './template';

export interface LoadedRule {
  readonly rule: Rule;
  /** Stable across reloads of the file, so that hit counts survive. */
  readonly key: string;
  readonly label: string;
  readonly file: string;
  readonly line: number;
  readonly folder: string;
  readonly waits: number;
}

export interface TakenResponse {
  readonly answer: MockResponse | typeof GENERATE | typeof FAIL;
  readonly rule: LoadedRule;
}

/** A matching mock. Counts as used only after `take()` is called. */
export interface Script {
  readonly rule: LoadedRule;
  readonly answer: TakenResponse['answer'];
  readonly take: () => TakenResponse;
}

export interface SharedRules {
  readonly current: () => readonly LoadedRule[];
  readonly onUse: (rule: LoadedRule) => void;
  readonly onProblem?: (text: string) => void;
  readonly onMiss?: () => void;
}

export const EMPTY_RULES: SharedRules = { current: () => [], onUse: () => undefined };

interface Count {
  answered: number;
  thrown: number;
}

const FIRST_STATE = 'start';

/**
 * The mocks of an emulator session: its own first, then shared ones. Counts and state are per
 * session.
 */
export class MockRegistry {
  readonly #shared: SharedRules;
  #own: readonly LoadedRule[] = [];
  #hasShared = true;
  #state = FIRST_STATE;
  #counts = new Map<string, Count>();
  #signatures = new Set<string>();
  readonly #told = new Set<string>();

  constructor(shared: SharedRules) {
    this.#shared = shared;
  }

  get rules(): readonly LoadedRule[] {
    return this.#hasShared ? [...this.#own, ...this.#shared.current()] : this.#own;
  }

  get state(): string {
    return this.#state;
  }

  /** Thought signatures that mocks returned literally, which the emulator accepts as valid. */
  get signatures(): ReadonlySet<string> {
    return this.#signatures;
  }

  /** Whether a message about a mock is new in this session. Marks the message as reported. */
  isNew(line: string): boolean {
    if (this.#told.has(line)) return false;
    this.#told.add(line);
    return true;
  }

  countResponse({ key }: LoadedRule): number {
    return this.#counts.get(key)?.answered ?? 0;
  }

  /**
   * Adds mocks before the existing ones.
   * @param replaces removes all existing mocks, including shared ones
   */
  add(rules: readonly LoadedRule[], replaces: boolean): void {
    if (!replaces) this.#own = [...rules, ...this.#own];
    else {
      this.renew(rules);
      this.#restart();
    }
  }

  /** Replaces all mocks after their files changed. Preserves counts and state. */
  renew(rules: readonly LoadedRule[]): void {
    this.#own = rules;
    this.#hasShared = false;
  }

  /** Removes the mocks of the session, returns to the shared ones and resets counts and state. */
  clear(): void {
    this.#own = [];
    this.#hasShared = true;
    this.#restart();
  }

  /** Returns the first matching mock. Undefined if none matches. */
  find(asked: MatchInput): Script | undefined {
    for (const rule of this.rules) {
      const answer = this.#next(rule);
      if (answer === undefined || !this.#holds(rule, asked)) continue;
      return { rule, answer, take: () => this.#take(rule, answer, asked) };
    }
    return undefined;
  }

  /**
   * Returns the mock closest to a request, with a reason for each failed condition. If two mocks fail
   * equally, the one with more conditions wins, as the more specific one.
   */
  nearest(
    asked: MatchInput,
  ): { readonly label: string; readonly reasons: readonly string[] } | undefined {
    const answering = this.rules.filter((loaded) => this.#next(loaded) !== FAIL);
    const all = answering.map((loaded) => {
      const situation = { state: this.#state, dice: () => 1 };
      const found = this.#compared(loaded, () => [
        ...failures(loaded.rule.when ?? {}, asked, situation),
      ]);
      const usedUp: Failure[] =
        this.#next(loaded) === undefined
          ? [{ condition: 'then', reason: 'has no response left' }]
          : [];
      const asks = Object.keys(loaded.rule.when ?? {}).length;
      return { label: loaded.label, asks, found: [...found, ...usedUp] };
    });
    const [best] = all.toSorted(
      (one, other) => distanceOf(one.found) - distanceOf(other.found) || other.asks - one.asks,
    );
    if (!best) return undefined;
    const reasons = best.found.map(({ condition, reason }) => `${condition} ${reason}`);
    return { label: best.label, reasons };
  }

  miss(): void {
    this.#shared.onMiss?.();
  }

  #restart(): void {
    this.#state = FIRST_STATE;
    this.#counts = new Map();
    this.#signatures = new Set();
  }

  #countOf({ key }: LoadedRule): Count {
    const count = this.#counts.get(key) ?? { answered: 0, thrown: 0 };
    this.#counts.set(key, count);
    return count;
  }

  #holds(loaded: LoadedRule, asked: MatchInput): boolean {
    const { rule } = loaded;
    const situation = { state: this.#state, dice: () => this.#throwDice(loaded) };
    return this.#compared(
      loaded,
      () => failures(rule.when ?? {}, asked, situation).next().done === true,
    );
  }

  /** Throws `StatusError` if a pattern is too slow. Skipping the mock could select a wrong one. */
  #compared<T>({ label }: LoadedRule, compare: () => T): T {
    try {
      return compare();
    } catch (error) {
      if (!(error instanceof SlowPatternError)) throw error;
      const text = `Couldn’t match the mock ${label} with this request. ${messageWithHint(error)}`;
      this.#shared.onProblem?.(text);
      throw failedPrecondition(text);
    }
  }

  #throwDice(rule: LoadedRule): number {
    const count = this.#countOf(rule);
    count.thrown += 1;
    return (seedOf([rule.key, count.thrown]) % 10_000) / 10_000;
  }

  /** Returns the next response of a mock. Undefined if none is left. */
  #next(loaded: LoadedRule): TakenResponse['answer'] | undefined {
    const { response, responses = response === undefined ? [] : [response], then } = loaded.rule;
    const at = this.countResponse(loaded);
    const past = {
      'fall-through': at,
      cycle: at % responses.length,
      'repeat-last': responses.length - 1,
    };
    return responses[at < responses.length ? at : past[then ?? 'repeat-last']];
  }

  #take(rule: LoadedRule, answer: TakenResponse['answer'], asked: MatchInput): TakenResponse {
    const count = this.#countOf(rule);
    count.answered += 1;
    this.#shared.onUse(rule);
    if (typeof answer === 'string') {
      this.#state = rule.rule.to ?? this.#state;
      return { rule, answer };
    }
    this.#state = answer.to ?? rule.rule.to ?? this.#state;
    const said = fillTemplate(answer, asked, count.answered);
    for (const content of [said, ...(said.candidates ?? [])]) {
      const { calls = [], pieces = [] } = content;
      for (const { signature } of [
        ...calls,
        ...pieces,
        ...pieces.flatMap(({ call }) => call ?? []),
      ]) {
        if (typeof signature === 'string') this.#signatures.add(signature);
      }
    }
    return { rule, answer: said };
  }
}

const ANOTHER = 1000;

/**
 * Returns the distance of a mock from a request. A different API method outweighs everything else.
 */
function distanceOf(found: readonly Failure[]): number {
  return found.length + (found.some(({ condition }) => condition === 'operation') ? ANOTHER : 0);
}
