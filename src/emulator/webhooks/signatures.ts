import {
  createHash,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  sign,
} from 'node:crypto';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
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

// Notifications to a URL from a request are signed with a JWT; `JWKS_PATH` serves the public key. The live
// API's claims aren't published.

export const JWKS_PATH = '/.well-known/jwks.json';

const SETTING = 'webhookKey';
const BITS = 2048;
const ALGORITHM = 'RS256';
/** In seconds. */
const VALID = 300;

export function publicKeys(world: HandlerContext): JsonObject {
  const { kty, n, e, kid } = keyOf(world);
  return { keys: [{ ...({ kty, n, e, kid } as JsonObject), alg: ALGORITHM, use: 'sig' }] };
}

export function tokenFor(
  world: HandlerContext,
  {
    issuer,
    uri,
    id,
    body,
  }: {
    readonly issuer: string;
    readonly uri: string;
    readonly id: string;
    readonly body: string;
  },
): string {
  const key = keyOf(world);
  const iat = Math.floor(world.time.now() / 1000);
  const claims = {
    iss: issuer,
    aud: uri,
    iat,
    exp: iat + VALID,
    jti: id,
    body_sha256: createHash('sha256').update(body).digest('base64url'),
  };
  const head = { alg: ALGORITHM, typ: 'JWT', kid: key.kid };
  const signed = `${encoded(head)}.${encoded(claims)}`;
  const secret = createPrivateKey({ key, format: 'jwk' });
  return `${signed}.${sign('sha256', Buffer.from(signed), secret).toString('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function keyOf({ state }: HandlerContext): JsonWebKey & { readonly kid: string } {
  const kept = state.find('settings', SETTING)?.hidden;
  if (kept) return { ...(kept as JsonWebKey), kid: textAt(kept, 'kid') };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: BITS });
  const made = privateKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(made.n)).digest('hex').slice(0, 16);
  const hidden = { ...made, kid } as JsonObject;
  state.insert('settings', { name: SETTING, parent: '', resource: {}, hidden });
  return { ...made, kid };
}
