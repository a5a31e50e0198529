/** What an answer costs, about, in US dollars. */
export interface TurnPrice {
  readonly total: number;
  readonly input: number;
  readonly cached: number;
  /** Thoughts included. */
  readonly output: number;
  /** How much less it is than without the cache. */
  readonly saved: number;
}

/** Estimates by published prices. */
export interface TurnPrices {
  /** The day on which the prices were checked, such as `2026-11-22`. */
  readonly asOf: string;
  /** By the ids of turns; without those whose prices are not known. */
  readonly estimates: { readonly [turn: string]: TurnPrice };
}
