import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findScope, PROJECT, type ScopeRow } from '../caller';
import { newSecret } from '../digest';
import type { State } from '../state';

/** The only OAuth client of the emulator, a desktop app. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

const NAME = 'client';

/** Returns the client, which is created on the first start and saved. */
export function clientOf(state: State): OAuthClient {
  const known = state.find('grants', NAME);
  if (known) return known.hidden as unknown as OAuthClient;
  const client = {
    id: `emulator-client-${randomBytes(8).toString('hex')}`,
    secret: newSecret('secret'),
  };
  // A child record, as top-level records are grants.
  state.insert('grants', { name: NAME, parent: NAME, resource: {}, hidden: client });
  return client;
}

interface ClientFile {
  readonly path: string;
  remove(): void;
}

/**
 * Writes a `client_secret.json` for a desktop app (type `installed`), readable by the user only.
 * @param folder data folder; undefined for a temporary one that is deleted with the file.
 */
export function writeClientFile(
  client: OAuthClient,
  issuer: string,
  folder: string | undefined,
): ClientFile {
  const place = folder ?? mkdtempSync(join(tmpdir(), 'generative-language-emulator-'));
  // Absolute, because other processes have a different working directory.
  const path = resolve(place, 'client_secret.json');
  const installed = {
    client_id: client.id,
    project_id: PROJECT,
    auth_uri: `${issuer}/o/oauth2/v2/auth`,
    token_uri: `${issuer}/token`,
    client_secret: client.secret,
    redirect_uris: ['http://localhost'],
  };
  // The mode only applies to new files, and an existing symbolic link must not be followed.
  const fresh = `${path}.${process.pid}`;
  rmSync(fresh, { force: true });
  const text = `${JSON.stringify({ installed }, undefined, 2)}\n`;
  writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, path);
  return {
    path,
    remove: () => {
      if (folder === undefined) rmSync(place, { recursive: true, force: true });
      else removeOwn(path, text);
    },
  };
}

/** Removes the file unless another emulator with the same data folder has replaced it. */
function removeOwn(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) rmSync(path, { force: true });
}

export interface IdentitySettings {
  /** Whether refreshing rotates the refresh token (RFC 9700 section 4.14.2). Google doesn't. */
  rotate: boolean;
  /** Whether the app is in testing, so that new grants expire after 7 days. */
  testing: boolean;
  refused: readonly string[];
}

export const defaultIdentitySettings: IdentitySettings = {
  rotate: false,
  testing: true,
  refused: [],
};

/** An OAuth 2.0 error, as in RFC 6749 section 5.2 with Google's messages. */
export class OAuthError extends Error {
  /** Error code, such as `invalid_grant`. */
  readonly code: string;
  readonly status: number;

  /** @param message error description. Must not contain secrets. */
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
    this.status = status;
  }
}

/** OAuth parameters by name. Empty ones count as missing. */
export type Parameters = ReadonlyMap<string, string>;

/** Throws `invalid_request` for repeated parameters (RFC 6749 section 3.1). */
export function readParameters(sent: URLSearchParams): Parameters {
  const parameters = new Map<string, string>();
  for (const [name, value] of sent) {
    if (parameters.has(name)) {
      throw new OAuthError('invalid_request', 'OAuth 2 parameters can only have a single value.');
    }
    if (value !== '') parameters.set(name, value);
  }
  return parameters;
}

export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value !== undefined) return value;
  throw new OAuthError('invalid_request', `Missing required parameter: ${name}`);
}

export interface Redirection {
  readonly redirectUri: string;
  readonly state: string | undefined;
}

export interface AuthorizationRequest {
  readonly scopes: readonly ScopeRow[];
  readonly challenge: string;
  readonly isOffline: boolean;
  readonly loginHint: string | undefined;
}

/** Parameters that the consent form repeats, so that the server stays stateless. */
export const REPEATED = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'access_type',
] as const;

/**
 * Returns the redirect target. Throws `OAuthError` if the client or URI is invalid; such errors are shown to
 * the user, never redirected (RFC 6749 section 4.1.2.1).
 */
export function readRedirection(parameters: Parameters, client: OAuthClient): Redirection {
  if (requireParameter(parameters, 'client_id') !== client.id) {
    throw new OAuthError('invalid_client', 'The OAuth client was not found.', 401);
  }
  const redirectUri = requireParameter(parameters, 'redirect_uri');
  if (!isLoopback(redirectUri)) {
    throw new OAuthError(
      'redirect_uri_mismatch',
      'A desktop app is redirected to this machine only: to http://127.0.0.1, http://[::1], or ' +
        'http://localhost, with any port.',
    );
  }
  return { redirectUri, state: parameters.get('state') };
}

/** Parses an authorization request. Throws `OAuthError` for errors to redirect to the client. */
export function readAuthorizationRequest(
  parameters: Parameters,
  refused: readonly string[],
): AuthorizationRequest {
  if (requireParameter(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'Only response_type=code is supported.');
  }
  if (parameters.get('prompt') === 'none') {
    throw new OAuthError('interaction_required', 'Consent requires a page.');
  }
  const challenge = requireParameter(parameters, 'code_challenge');
  // `plain`, the default, doesn't protect against a leaked request.
  if (parameters.get('code_challenge_method') !== 'S256') {
    throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
  }
  if (!/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url.');
  }
  return {
    scopes: readScopes(requireParameter(parameters, 'scope'), refused),
    challenge,
    isOffline: parameters.get('access_type') !== 'online',
    loginHint: parameters.get('login_hint'),
  };
}

function readScopes(text: string, refused: readonly string[]): readonly ScopeRow[] {
  const names = text.split(' ').filter((name) => name !== '');
  const found = names.map((name) => {
    const row = findScope(name);
    if (!row || refused.includes(row.name)) {
      // RFC 6749 doesn't allow quotes and backslashes in descriptions.
      const shown = name.replaceAll(/[^\w.:/-]/g, '').slice(0, 100);
      throw new OAuthError('invalid_scope', `Some requested scopes were invalid: ${shown}`);
    }
    return row;
  });
  if (found.length === 0) throw new OAuthError('invalid_scope', 'No scope was requested.');
  return [...new Set(found)];
}

// Google accepts these hosts for desktop apps, with any port and path.
const LOOPBACK =
  /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(\/[^\s#\\]*)?(\?[^\s#\\]*)?$/;

/**
 * Whether a redirect URI is on this machine, with any port (RFC 8252 section 7.3). Rejects user
 * info, which would change the host, and fragments (RFC 6749 section 3.1.2).
 */
function isLoopback(uri: string): boolean {
  if (!LOOPBACK.test(uri) || !URL.canParse(uri)) return false;
  const { username, password, hostname } = new URL(uri);
  return username + password === '' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

export function withParameters(
  uri: string,
  parameters: { readonly [name: string]: string | undefined },
): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
