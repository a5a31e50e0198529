import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

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

/** What is kept of a secret: enough to know it again. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares in constant time, whatever the lengths. */
export function equal(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

/** What a secret is for. It is part of its text, so that it does not look like one of a real service. */
type SecretUse = 'access' | 'refresh' | 'code' | 'secret' | 'ticket';

/** A new secret: 192 random bits that the emulator's seed has no part in. */
export function newSecret(use: SecretUse): string {
  return `emulator-${use}-${randomBytes(24).toString('hex')}`;
}

/** Secrets of the emulator wherever they stand in a text. */
export const ISSUED = /emulator-(?:access|refresh|code|secret|ticket)-[\w.-]{16,}/g;
