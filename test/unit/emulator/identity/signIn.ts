import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Emulator } from '../../../../src/emulator/options';
import { type Answer, ask, type Sent } from '../wire';

export const FORM = 'application/x-www-form-urlencoded';
export const AUTH = '/o/oauth2/v2/auth';
const REDIRECT = 'http://127.0.0.1:50123/callback';
export const VERIFIER = 'a-verifier-that-is-long-enough-for-the-rule.~_x';
export const PREFIX = 'https://www.googleapis.com/auth/generative-language';
export const EMAIL = 'https://www.googleapis.com/auth/userinfo.email';

type Fields = { readonly [name: string]: string | readonly string[] | undefined };

/** The client of an emulator, from the file that it wrote. */
export function clientOf(emulator: Emulator): {
  readonly client_id: string;
  readonly client_secret: string;
  readonly auth_uri: string;
  readonly token_uri: string;
  readonly [name: string]: unknown;
} {
  const file = JSON.parse(readFileSync(emulator.clientSecretFile, 'utf8')) as {
    readonly installed: ReturnType<typeof clientOf>;
  };
  return file.installed;
}

/** An authorization request; `undefined` leaves a parameter out. */
export function authorization(emulator: Emulator, changes: Fields = {}): string {
  return `${AUTH}?${encoded({
    client_id: clientOf(emulator).client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: `${PREFIX} ${PREFIX}.tuning`,
    state: 'a-state',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  })}`;
}

/** The fields of the form on a page, as a browser would send them untouched. */
export function formOf(page: string): URLSearchParams {
  const form = new URLSearchParams();
  for (const [input] of page.matchAll(/<input [^>]*>/g)) {
    const at = (name: string): string => textOf(new RegExp(`${name}="([^"]*)"`).exec(input)?.[1]);
    const isChoice = /type="(radio|checkbox)"/.test(input);
    if (!isChoice || input.includes(' checked')) form.append(at('name'), at('value'));
  }
  return form;
}

function textOf(attribute = ''): string {
  return attribute.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
}

/** Sends a form. */
export function submit(
  emulator: Emulator,
  path: string,
  fields: Fields | URLSearchParams,
  headers: Sent['headers'] = {},
): Promise<Answer> {
  const raw = fields instanceof URLSearchParams ? fields.toString() : encoded(fields);
  return ask(emulator, path, {
    raw,
    anonymous: true,
    headers: { 'content-type': FORM, ...headers },
  });
}

/** What a browser is sent back with after consent. */
export function returned(answer: Answer): URLSearchParams {
  assert.equal(answer.status, 303, answer.text);
  return new URL(String(answer.headers.location)).searchParams;
}

/** Consents as somebody, to all or to some scopes, and gives the code. */
export async function consent(
  emulator: Emulator,
  {
    user = 'demo@example.com',
    grant,
    ...changes
  }: Fields & { readonly user?: string; readonly grant?: readonly string[] } = {},
): Promise<string> {
  const page = await ask(emulator, authorization(emulator, changes), { anonymous: true });
  assert.equal(page.status, 200, page.text);
  const form = formOf(page.text);
  form.set('user', user);
  form.set('decision', 'allow');
  if (grant) form.delete('grant');
  for (const scope of grant ?? []) form.append('grant', scope);
  const code = returned(await submit(emulator, AUTH, form)).get('code');
  assert.ok(code);
  return code;
}

/** An answer of the token endpoint. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly scope: string;
  readonly expires_in: number;
  readonly refresh_token_expires_in?: number;
  readonly token_type: string;
}

/** Asks the token endpoint, as the client. */
function askToken(emulator: Emulator, fields: Fields): Promise<Answer> {
  const { client_id, client_secret } = clientOf(emulator);
  return submit(emulator, '/token', { client_id, client_secret, ...fields });
}

export function redeem(emulator: Emulator, code: string, changes: Fields = {}): Promise<Answer> {
  return askToken(emulator, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    ...changes,
  });
}

export function refresh(
  emulator: Emulator,
  refresh_token: string | undefined,
  changes: Fields = {},
): Promise<Answer> {
  return askToken(emulator, { grant_type: 'refresh_token', refresh_token, ...changes });
}

export function tokensOf(answer: Answer): Tokens {
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text) as Tokens;
}

/** Signs somebody in, from the page to the tokens. */
export async function signIn(
  emulator: Emulator,
  as: Parameters<typeof consent>[1] = {},
): Promise<Tokens> {
  return tokensOf(await redeem(emulator, await consent(emulator, as)));
}

/** The status of an answer and the OAuth error in it. */
export function refusal(answer: Answer): string {
  const { error, error_description } = JSON.parse(answer.text) as {
    readonly error: string;
    readonly error_description: string;
  };
  assert.equal(typeof error_description, 'string');
  return `${answer.status} ${error}`;
}

/** A call as somebody who signed in. */
export function as({ access_token }: Pick<Tokens, 'access_token'>): Sent {
  return { anonymous: true, headers: { authorization: `Bearer ${access_token}` } };
}

function encoded(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value ?? []].flat()) form.append(name, one);
  }
  return form.toString();
}
