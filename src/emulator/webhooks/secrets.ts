import { createHmac } from 'node:crypto';
import type { Message } from '../../api/schema/infer';
import type { HandlerContext } from '../handlerContext';

/** A stored signing key. Its secret text is only shown on creation. */
interface Secret {
  readonly key: string;
  /** Expiration in ms since 1970. Undefined for the current secret. */
  readonly until?: number;
}

export interface WebhookHidden {
  /** In ms since 1970. Earlier events aren't sent. */
  readonly since: number;
  readonly secrets: readonly Secret[];
  readonly givenUp?: number;
}

const PREFIX = 'whsec_';
const SECRET_LENGTH = 32;
const SHOWN = 4;

export function newSecret(world: HandlerContext): Secret {
  return { key: Buffer.from(world.ids.random(SECRET_LENGTH)).toString('base64') };
}

/** Returns the secret in the form shown to the client. */
export function secretText({ key }: Secret): string {
  return PREFIX + key;
}

export function secretsOf(world: HandlerContext, { secrets }: WebhookHidden): readonly Secret[] {
  const now = world.time.now();
  return secrets.filter(({ until = Infinity }) => until > now);
}

export function toSecretResources(
  world: HandlerContext,
  hidden: WebhookHidden,
): readonly Message<'webhooks.SigningSecret'>[] {
  return secretsOf(world, hidden).map(({ key, until }) => ({
    truncated_secret: `${PREFIX}${key.slice(0, SHOWN)}…`,
    ...(until !== undefined && { expire_time: world.time.stamp(until) }),
  }));
}

/**
 * Returns the `webhook-signature` header (Standard Webhooks) with an HMAC-SHA256 of `id.time.body` for each
 * valid secret.
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
