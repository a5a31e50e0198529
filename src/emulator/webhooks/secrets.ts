import { createHmac } from 'node:crypto';
import type { Message } from '../../api/schema/infer';
import type { World } from '../world';

/** A secret as it is kept: the key that its text stands for, which is told once and not kept. */
export interface Secret {
  /** In base64. */
  readonly key: string;
  /** When it stops to hold, in milliseconds since 1970; absent: not yet. */
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
/** Characters of a key that everybody may see. */
const SHOWN = 4;

export function newSecret(world: World): Secret {
  return { key: Buffer.from(world.ids.random(SECRET_LENGTH)).toString('base64') };
}

/** As the client is told it. */
export function secretText({ key }: Secret): string {
  return PREFIX + key;
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
  return secretsOf(world, hidden).map(({ key, until }) => ({
    truncated_secret: `${PREFIX}${key.slice(0, SHOWN)}…`,
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
    .map(({ key }) => {
      const bytes = Buffer.from(key, 'base64');
      return `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`;
    })
    .join(' ');
}
