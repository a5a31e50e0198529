import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export function seedOf(value: unknown): number {
  return Number.parseInt(digest(value).slice(0, 8), 16);
}

export function pick<T>(rows: readonly [T, ...T[]], seed: number): T {
  return rows[seed % rows.length] ?? rows[0];
}

/** Returns the hash that is stored instead of a secret. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares strings in constant time, even with different lengths. */
export function equal(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

/** Type of a secret. The prefix shows that the secret isn't a real one. */
type SecretUse = 'access' | 'refresh' | 'code' | 'secret' | 'ticket';

/** Returns a new secret with 192 random bits, independent of the random seed. */
export function newSecret(use: SecretUse): string {
  return `emulator-${use}-${randomBytes(24).toString('hex')}`;
}

export const ISSUED = /emulator-(?:access|refresh|code|secret|ticket)-[\w.-]{16,}/g;
