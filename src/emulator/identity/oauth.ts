import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PROJECT } from '../caller';
import { newSecret } from '../digest';
import type { State } from '../state';

/** The one OAuth client of the emulator, of the type of desktop programs. */
export interface OAuthClient {
  readonly id: string;
  readonly secret: string;
}

const NAME = 'client';

/** The client of a state: made at the first start, and the same again where the state was kept. */
export function clientOf(state: State): OAuthClient {
  const known = state.find('grants', NAME);
  if (known) return known.hidden as unknown as OAuthClient;
  const client = {
    id: `emulator-client-${randomBytes(8).toString('hex')}`,
    secret: newSecret('secret'),
  };
  // Not at the top, where the grants are.
  state.insert('grants', { name: NAME, parent: NAME, resource: {}, hidden: client });
  return client;
}

/** A file that stands for a client, and a way to be rid of it. */
interface ClientFile {
  /** Absolute path. */
  readonly path: string;
  remove(): void;
}

/**
 * Writes the client as Google's console gives it for a desktop program (type `installed`), with addresses
 * of the emulator, for its user's eyes only.
 * @param folder the state's own, or undefined for a temporary one that is removed with the file.
 */
export function writeClientFile(
  client: OAuthClient,
  issuer: string,
  folder: string | undefined,
): ClientFile {
  const place = folder ?? mkdtempSync(join(tmpdir(), 'generative-language-emulator-'));
  // Whoever reads of it has another working directory, maybe.
  const path = resolve(place, 'client_secret.json');
  const installed = {
    client_id: client.id,
    project_id: PROJECT,
    auth_uri: `${issuer}/o/oauth2/v2/auth`,
    token_uri: `${issuer}/token`,
    client_secret: client.secret,
    redirect_uris: ['http://localhost'],
  };
  // The mode counts for a new file only, and a link that somebody left there must not be followed.
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

/** Another emulator may have put its own there meanwhile, over the same data. */
function removeOwn(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) rmSync(path, { force: true });
}

/** What tests may turn about sign-in while the emulator runs. */
export interface IdentitySettings {
  /** Whether each refresh replaces the refresh token (RFC 9700 section 4.14.2); Google's never does. */
  rotate: boolean;
  /** Whether the client's consent screen is in testing: new grants then end after 7 days. */
  testing: boolean;
  /** Full names of scopes to answer with `invalid_scope`, as one does that the client may not ask for. */
  refused: readonly string[];
}

export const defaultIdentitySettings: IdentitySettings = {
  rotate: false,
  testing: true,
  refused: [],
};

/** What an OAuth 2.0 endpoint refuses, in the words of RFC 6749 section 5.2 and of Google's server. */
export class OAuthError extends Error {
  /** Such as `invalid_grant`. */
  readonly code: string;
  /** The HTTP status where it is not sent back by a redirect. */
  readonly status: number;

  /** @param message what `error_description` says; it never quotes a secret. */
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
    this.status = status;
  }
}

/** The parameters of an OAuth request by name; one that was sent empty counts as absent. */
export type Parameters = ReadonlyMap<string, string>;

/** Throws `invalid_request` where a parameter comes twice (RFC 6749 section 3.1). */
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

/** Throws `invalid_request` where it is missing. */
export function needed(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value !== undefined) return value;
  throw new OAuthError('invalid_request', `Missing required parameter: ${name}`);
}
