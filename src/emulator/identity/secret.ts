import { createHash, randomBytes } from 'node:crypto';

/** What a secret is for; its text begins with that, so that nobody takes it for a real service's. */
export type SecretUse = 'access' | 'refresh' | 'code' | 'secret' | 'ticket';

/** Secrets of the emulator wherever they stand in a text. */
export const ISSUED = /emulator-(?:access|refresh|code|secret|ticket)-[\w.-]{16,}/g;

/** A new secret: 192 random bits that the emulator's seed has no part in. */
export function newSecret(use: SecretUse): string {
  return `emulator-${use}-${randomBytes(24).toString('hex')}`;
}

/** What is kept of a secret: enough to know it again. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
