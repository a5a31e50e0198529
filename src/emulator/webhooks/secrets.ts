import { createHmac } from 'node:crypto';
import type { Message } from '../../api/schema/infer';
import type { World } from '../world';

/** A secret, and when it stops to hold, in milliseconds since 1970; absent: not yet. */
export interface Secret {
  readonly secret: string;
  readonly until?: number;
}

/** What is known of a webhook and not shown. */
export interface WebhookHidden {
  /** Milliseconds since 1970: it is told of nothing that ended before. */
  readonly since: number;
  /** The newest first. */
  readonly secrets: readonly Secret[];
  /** Events in a row that were given up. */
  readonly givenUp?: number;
}

const PREFIX = 'whsec_';
const SECRET_LENGTH = 32;
/** Characters of a secret that everybody may see. */
const SHOWN = PREFIX.length + 4;

export function newSecret(world: World): string {
  return PREFIX + Buffer.from(world.ids.random(SECRET_LENGTH)).toString('base64');
}

/** Those that hold now. */
export function secretsOf(world: World, { secrets }: WebhookHidden): readonly Secret[] {
  const now = world.time.now();
  return secrets.filter(({ until = Infinity }) => until > now);
}

export function shownSecrets(
  world: World,
  hidden: WebhookHidden,
): readonly Message<'webhooks.SigningSecret'>[] {
  return secretsOf(world, hidden).map(({ secret, until }) => ({
    truncated_secret: `${secret.slice(0, SHOWN)}…`,
    ...(until !== undefined && { expire_time: world.time.stamp(until) }),
  }));
}

/**
 * What stands in `webhook-signature`: for each secret that holds, HMAC-SHA256 over id, time and body with points in
 * between. The key is what the secret's text stands for.
 */
export function signatureOf(
  secrets: readonly Secret[],
  {
    id,
    timestamp,
    body,
  }: { readonly id: string; readonly timestamp: string; readonly body: string },
): string {
  const signed = `${id}.${timestamp}.${body}`;
  return secrets
    .map(({ secret }) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    })
    .join(' ');
}
