import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';
import type { JsonObject } from '../base/json';
import type { Spent } from './result';

/** What a run may take; what is absent has no end. */
export interface Budget {
  readonly tokens?: number;
  /** US dollars. */
  readonly dollars?: number;
}

/** What is asked before more is spent than was agreed to. */
export interface BudgetQuestion {
  readonly budget: Budget;
  readonly spent: Spent;
  /** What the next request takes, about. */
  readonly next: Spent;
}

/** UTF-16 units of a request for a token, about: rather too many tokens than too few. */
const UNITS_PER_TOKEN = 3;
/** Tokens that an answer of unknown length is taken to have, before there was one. */
const FIRST_ANSWER = 1000;

/** Keeps count of what a run takes, and asks before it takes more than was agreed to. */
export class Purse {
  readonly #ask: (question: BudgetQuestion) => Promise<Budget | undefined>;
  #budget: Budget;
  #tokens = 0;
  #dollars = 0;
  #hasUnknownPrice = false;
  /** Of what is under way. */
  #reserved = 0;
  #answered = 0;
  #spentByAnswers = 0;
  #question: Promise<boolean> | undefined;
  #isClosed = false;

  /** @param ask the budget from then on; undefined where the run is to end */
  constructor(budget: Budget, ask: (question: BudgetQuestion) => Promise<Budget | undefined>) {
    this.#budget = budget;
    this.#ask = ask;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get spent(): Spent {
    return { tokens: this.#tokens, ...(!this.#hasUnknownPrice && { price: this.#dollars }) };
  }

  /**
   * Sets aside what a request will take, about; answers what takes that back. Asks first where that is more than there
   * is. Throws `AppError` (`budget`) where the user wants no more.
   */
  async reserve(body: JsonObject): Promise<() => void> {
    for (;;) {
      if (this.#isClosed) throw this.#overspent();
      const next = this.#estimate(body);
      if (this.#fits(next)) {
        this.#reserved += next;
        return () => {
          this.#reserved -= next;
        };
      }
      // Those who come meanwhile wait for the same answer.
      this.#question ??= this.#askFor(next).finally(() => {
        this.#question = undefined;
      });
      if (!(await this.#question)) throw this.#overspent();
    }
  }

  /** Counts what an answer has taken. */
  spend({ tokens, price }: Spent): void {
    this.#tokens += tokens ?? 0;
    if (price === undefined) this.#hasUnknownPrice ||= (tokens ?? 0) > 0;
    else this.#dollars += price;
    if (tokens === undefined) return;
    this.#answered++;
    this.#spentByAnswers += tokens;
  }

  #fits(next: number): boolean {
    const { tokens = Infinity, dollars = Infinity } = this.#budget;
    if (this.#tokens + this.#reserved + next > tokens) return false;
    if (dollars === Infinity) return true;
    // What the first request costs shows only afterwards.
    if (dollars === 0) return false;
    // What costs an unknown amount can't be told to be less than any.
    if (this.#hasUnknownPrice) return false;
    return this.#dollars + this.#dollarsFor(this.#reserved + next) <= dollars;
  }

  #dollarsFor(tokens: number): number {
    return this.#tokens === 0 ? 0 : (this.#dollars / this.#tokens) * tokens;
  }

  #estimate(body: JsonObject): number {
    const asked = Math.ceil(JSON.stringify(body).length / UNITS_PER_TOKEN);
    const average = this.#answered === 0 ? FIRST_ANSWER : this.#spentByAnswers / this.#answered;
    return Math.ceil(Math.max(average, asked));
  }

  async #askFor(tokens: number): Promise<boolean> {
    const next = { tokens, price: this.#dollarsFor(tokens) };
    const more = await this.#ask({ budget: this.#budget, spent: this.spent, next });
    if (!more) this.#isClosed = true;
    else {
      this.#budget = more;
      // Who goes on has been told that a price is not known.
      this.#hasUnknownPrice = false;
    }
    return more !== undefined;
  }

  #overspent(): AppError<'budget'> {
    return new AppError('budget', l10n.t('The budget of this run is used up.'));
  }
}
