import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';
import type { JsonObject } from '../base/json';
import type { Spent } from './result';

export interface Budget {
  readonly tokens?: number;
  /** US dollars. */
  readonly dollars?: number;
}

export interface BudgetQuestion {
  readonly budget: Budget;
  readonly spent: Spent;
  readonly next: Spent;
}

/** Estimated UTF-16 units per token. Low, so that tokens are overestimated. */
const UNITS_PER_TOKEN = 3;
const FIRST_ANSWER = 1000;

/** Tracks the usage of a run and prompts before it exceeds the budget. */
export class SharedBudget {
  readonly #ask: (question: BudgetQuestion) => Promise<Budget | undefined>;
  #budget: Budget;
  #tokens = 0;
  #dollars = 0;
  #hasUnknownPrice = false;
  #reserved = 0;
  #answered = 0;
  #spentByAnswers = 0;
  #question: Promise<boolean> | undefined;
  #isClosed = false;

  /** @param ask returns the new budget; undefined to end the run */
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
   * Reserves the estimate of a request and returns a function to release it. Prompts if the budget would be exceeded.
   * Throws `AppError` (`budget`) if declined.
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
      // Concurrent requests share the prompt.
      this.#question ??= this.#askFor(next).finally(() => {
        this.#question = undefined;
      });
      if (!(await this.#question)) throw this.#overspent();
    }
  }

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
    // The first request's cost is only known afterward.
    if (dollars === 0) return false;
    // An unknown cost may exceed any limit.
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
      // The prompt mentioned the unknown cost, so continuing accepts it.
      this.#hasUnknownPrice = false;
    }
    return more !== undefined;
  }

  #overspent(): AppError<'budget'> {
    return new AppError('budget', l10n.t('The budget of this run is used up.'));
  }
}
