import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';
import type { JsonObject } from '../base/json';
import { upperTokenEstimate } from '../base/tokens';
import { type Budget, Purse } from '../catalog/spend/caps';
import type { Spent } from './result';

export type { Budget } from '../catalog/spend/caps';

export interface BudgetQuestion {
  readonly budget: Budget;
  readonly spent: Spent;
  readonly next: Spent;
}

const FIRST_ANSWER = 1000;

/** Tracks the usage of a run and prompts before it exceeds the budget. */
export class SharedBudget {
  readonly #ask: (question: BudgetQuestion) => Promise<Budget | undefined>;
  readonly #purse: Purse;
  #hasUnknownPrice = false;
  #answered = 0;
  #spentByAnswers = 0;
  #question: Promise<boolean> | undefined;
  #isClosed = false;

  /** @param ask returns the new budget; undefined to end the run */
  constructor(budget: Budget, ask: (question: BudgetQuestion) => Promise<Budget | undefined>) {
    this.#purse = new Purse(budget);
    this.#ask = ask;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get spent(): Spent {
    const { tokens, dollars } = this.#purse;
    return { tokens, ...(!this.#hasUnknownPrice && { price: dollars }) };
  }

  /**
   * Reserves the estimate of a request and returns a function to release it. Prompts if the budget would be exceeded.
   * Throws `AppError` (`budget`) if declined.
   */
  async reserve(body: JsonObject): Promise<() => void> {
    for (;;) {
      if (this.#isClosed) throw this.#overspent();
      const next = this.#estimate(body);
      // The price follows from the average so far, so only tokens are reserved.
      if (this.#fits(next)) return this.#purse.reserve({ tokens: next });
      // Concurrent requests share the prompt.
      this.#question ??= this.#askFor(next).finally(() => {
        this.#question = undefined;
      });
      if (!(await this.#question)) throw this.#overspent();
    }
  }

  spend({ tokens, price }: Spent): void {
    const isFree = price === undefined && (tokens ?? 0) === 0;
    this.#purse.spend({ tokens: tokens ?? 0, dollars: isFree ? 0 : price });
    this.#hasUnknownPrice ||= price === undefined && !isFree;
    if (tokens === undefined) return;
    this.#answered++;
    this.#spentByAnswers += tokens;
  }

  #fits(tokens: number): boolean {
    const { reservedTokens, budget } = this.#purse;
    // An unknown cost may exceed any limit.
    if (this.#hasUnknownPrice && budget.dollars !== undefined) return false;
    // The first request's cost is only known afterward.
    return this.#purse.fits({ tokens, dollars: this.#dollarsFor(reservedTokens + tokens) });
  }

  #dollarsFor(next: number): number {
    const { tokens, dollars } = this.#purse;
    return tokens === 0 ? 0 : (dollars / tokens) * next;
  }

  #estimate(body: JsonObject): number {
    const asked = upperTokenEstimate(JSON.stringify(body));
    const average = this.#answered === 0 ? FIRST_ANSWER : this.#spentByAnswers / this.#answered;
    return Math.ceil(Math.max(average, asked));
  }

  async #askFor(tokens: number): Promise<boolean> {
    const next = { tokens, price: this.#dollarsFor(tokens) };
    const more = await this.#ask({ budget: this.#purse.budget, spent: this.spent, next });
    if (!more) this.#isClosed = true;
    else {
      this.#purse.budget = more;
      // The prompt mentioned the unknown cost, so continuing accepts it.
      this.#hasUnknownPrice = false;
    }
    return more !== undefined;
  }

  #overspent(): AppError<'budget'> {
    return new AppError('budget', l10n.t('The budget of this run is used up.'));
  }
}
