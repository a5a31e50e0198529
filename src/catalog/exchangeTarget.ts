/** An entry of the traffic, by its id. */
export interface ExchangeTarget {
  readonly exchange: number;
}

/** The entry in what a command was called with, which any extension may do. Undefined where it is none. */
export function parseExchangeTarget(value: unknown): ExchangeTarget | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { exchange } = value as { readonly [key: string]: unknown };
  return typeof exchange === 'number' ? { exchange } : undefined;
}
