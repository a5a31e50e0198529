import { messageWithHint } from '../../base/errors';
import { SlowPatternError } from '../../base/patterns';
import { seedOf } from '../digest';
import { failedPrecondition } from '../status';
import type { Asked } from './asked';
import { type Failure, failures } from './conditions';
import { FAIL, type GENERATE } from './conditionFormat';
import type { Answer, Rule } from './format';
import { filled } from './template';

/** A rule with where it is from. */
export interface LoadedRule {
  readonly rule: Rule;
  /** The same for the same rule when its file is read again. */
  readonly key: string;
  /** What it is called in logs. */
  readonly label: string;
  readonly file: string;
  readonly line: number;
  /** Where files that it names are. */
  readonly folder: string;
  /** What its waits are multiplied by. */
  readonly waits: number;
}

/** What a rule answers this time. */
export interface TakenAnswer {
  readonly answer: Answer | typeof GENERATE | typeof FAIL;
  readonly rule: LoadedRule;
}

/** A rule that answers a request. It counts as used once its answer is taken. */
export interface Script {
  readonly rule: LoadedRule;
  /** What it is going to answer. */
  readonly answer: TakenAnswer['answer'];
  readonly take: () => TakenAnswer;
}

/** Rules that all sessions have: those of files. */
export interface SharedRules {
  readonly current: () => readonly LoadedRule[];
  readonly onUse: (rule: LoadedRule) => void;
  /** Takes what is wrong with a rule, and shows only with a request. */
  readonly onProblem?: (text: string) => void;
  /** Hears of each request that a rule makes fail, as one that the others have missed. */
  readonly onMiss?: () => void;
}

export const NO_RULES: SharedRules = { current: () => [], onUse: () => undefined };

interface Count {
  answered: number;
  /** How often chance was asked. */
  thrown: number;
}

const FIRST_STATE = 'start';

/** The rules of a session: its own first, then those of files. Counts and state are the session's. */
export class AnswerBook {
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

  /** Signatures that rules gave out as they are written in them. */
  get signatures(): ReadonlySet<string> {
    return this.#signatures;
  }

  /** Whether a line on a rule was not told before in this session. */
  isNews(line: string): boolean {
    if (this.#told.has(line)) return false;
    this.#told.add(line);
    return true;
  }

  /** How often a rule has answered in this session. */
  answered({ key }: LoadedRule): number {
    return this.#counts.get(key)?.answered ?? 0;
  }

  /** Puts rules before those that are there. @param replaces in place of all of them, those of files too. */
  add(rules: readonly LoadedRule[], replaces: boolean): void {
    if (!replaces) this.#own = [...rules, ...this.#own];
    else {
      this.renew(rules);
      this.#restart();
    }
  }

  /** Takes what files have by now, in place of all rules. Counts and state go on. */
  renew(rules: readonly LoadedRule[]): void {
    this.#own = rules;
    this.#hasShared = false;
  }

  /** Leaves the rules of files, and begins anew with those. */
  clear(): void {
    this.#own = [];
    this.#hasShared = true;
    this.#restart();
  }

  /** The rule that answers; undefined where none does. */
  find(asked: Asked): Script | undefined {
    for (const rule of this.rules) {
      const answer = this.#next(rule);
      if (answer === undefined || !this.#holds(rule, asked)) continue;
      return { rule, answer, take: () => this.#take(rule, answer, asked) };
    }
    return undefined;
  }

  /**
   * The rule that comes nearest to a request, of those that answer it, and what is against it, in one sentence for each
   * condition. Where as much is against several, it is the one with the most conditions: the more of them hold, the more it
   * was meant.
   */
  nearest(
    asked: Asked,
  ): { readonly label: string; readonly reasons: readonly string[] } | undefined {
    const answering = this.rules.filter((loaded) => this.#next(loaded) !== FAIL);
    const all = answering.map((loaded) => {
      const situation = { state: this.#state, dice: () => 1 };
      const found = this.#compared(loaded, () => [
        ...failures(loaded.rule.when ?? {}, asked, situation),
      ]);
      const usedUp: Failure[] =
        this.#next(loaded) === undefined
          ? [{ condition: 'then', reason: 'has no answer left' }]
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

  /** Says that a request fails as one that the rules have missed. */
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

  #holds(loaded: LoadedRule, asked: Asked): boolean {
    const { rule } = loaded;
    const situation = { state: this.#state, dice: () => this.#throwDice(loaded) };
    return this.#compared(
      loaded,
      () => failures(rule.when ?? {}, asked, situation).next().done === true,
    );
  }

  /** Throws `StatusError` where nobody can know: what comes after the rule may answer what that should. */
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

  /** What a rule answers next; undefined where it has no answer left. */
  #next(loaded: LoadedRule): TakenAnswer['answer'] | undefined {
    const { response, responses = response === undefined ? [] : [response], then } = loaded.rule;
    const at = this.answered(loaded);
    const past = {
      'fall-through': at,
      cycle: at % responses.length,
      'repeat-last': responses.length - 1,
    };
    return responses[at < responses.length ? at : past[then ?? 'repeat-last']];
  }

  #take(rule: LoadedRule, answer: TakenAnswer['answer'], asked: Asked): TakenAnswer {
    const count = this.#countOf(rule);
    count.answered += 1;
    this.#shared.onUse(rule);
    if (typeof answer === 'string') {
      this.#state = rule.rule.to ?? this.#state;
      return { rule, answer };
    }
    this.#state = answer.to ?? rule.rule.to ?? this.#state;
    const said = filled(answer, asked, count.answered);
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

/** More than any number of conditions. */
const ANOTHER = 1000;

/** How far a rule is from a request. One for another operation is no help, however little is against it. */
function distanceOf(found: readonly Failure[]): number {
  return found.length + (found.some(({ condition }) => condition === 'operation') ? ANOTHER : 0);
}
