import { createHash } from 'node:crypto';

/** Hexadecimal digest of a value: equal values, equal digests. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** A number that depends on the value only, for choices that look varied and are not random. */
export function seedOf(value: unknown): number {
  return Number.parseInt(digest(value).slice(0, 8), 16);
}

/** One of the rows, chosen by the seed. */
export function pick<T>(rows: readonly [T, ...T[]], seed: number): T {
  return rows[seed % rows.length] ?? rows[0];
}
