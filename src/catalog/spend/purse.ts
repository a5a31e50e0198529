/** A limit. Undefined parts are unlimited. */
export interface Budget {
  readonly tokens?: number;
  /** US dollars. */
  readonly dollars?: number;
}

export interface Amount {
  readonly tokens: number;
  /** US dollars at published prices. Undefined if unknown. */
  readonly dollars?: number | undefined;
}

/** Adds up what requests used and what running ones may use, and compares it with a budget. */
export class Purse {
  budget: Budget;
  #tokens = 0;
  #dollars = 0;
  #reservedTokens = 0;
  #reservedDollars = 0;
  #unknown = 0;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  get tokens(): number {
    return this.#tokens;
  }

  get dollars(): number {
    return this.#dollars;
  }

  get reservedTokens(): number {
    return this.#reservedTokens;
  }

  /** Number of paid requests whose price is unknown. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Largest part of the budget that is used, without reservations: 1 if used up. */
  get share(): number {
    const { tokens = Infinity, dollars = Infinity } = this.budget;
    const shares = [
      tokens === 0 ? 1 : this.#tokens / tokens,
      dollars === 0 ? 1 : this.#dollars / dollars,
    ];
    return Math.max(...shares);
  }

  /** Whether `next` fits in addition to use and reservations. A budget of zero fits nothing. */
  fits({ tokens: nextTokens, dollars: nextDollars = 0 }: Amount): boolean {
    const { tokens = Infinity, dollars = Infinity } = this.budget;
    if (dollars === 0) return false;
    if (this.#tokens + this.#reservedTokens + nextTokens > tokens) return false;
    return this.#dollars + this.#reservedDollars + nextDollars <= dollars;
  }

  /** Reserves an estimate and returns a function that releases it. */
  reserve({ tokens, dollars = 0 }: Amount): () => void {
    this.#reservedTokens += tokens;
    this.#reservedDollars += dollars;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#reservedTokens -= tokens;
      this.#reservedDollars -= dollars;
    };
  }

  spend({ tokens, dollars }: Amount): void {
    this.#tokens += tokens;
    if (dollars === undefined) this.#unknown++;
    else this.#dollars += dollars;
  }
}
