import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { credentialProblem } from '../api/headers';
import type { JsonObject } from '../api/schema/row';
import type { Credential } from '../api/transport';
import type { Clock } from '../base/clock';
import { AppError, errorCode } from '../base/errors';
import { isObject, textAt, tryParse } from '../base/json';
import { openPlainFile } from '../platform/safeFiles';
import { AccessTokens, type FreshToken } from './accessTokens';
import { GOOGLE, type OAuthClient, type ServiceAccount } from './oauthClient';
import type { TokenEndpoint } from './tokenEndpoint';

interface AdcDeps {
  readonly endpoint: TokenEndpoint;
  readonly clock: Clock;
  readonly surroundings: () => AdcEnvironment;
}

// In bytes.
const SIZE_LIMIT = 64 * 1024;

interface Session {
  readonly secret: string;
  readonly tokens: AccessTokens;
}

/** The application default credentials of this machine. Read-only. */
export class ApplicationDefaultCredentials {
  readonly #deps: AdcDeps;
  #session: Session | undefined;

  constructor(deps: AdcDeps) {
    this.#deps = deps;
  }

  /** Reads the file again. Throws `AppError` (`noAdc`, `unreadableAdc`, `badAdc`, `otherAdc`). */
  async read(): Promise<Adc> {
    const surroundings = this.#deps.surroundings();
    const path = adcPath(surroundings);
    const hint = adcHint(surroundings);
    try {
      return parseAdc(await readText(path), hint);
    } catch (error) {
      if (error instanceof AppError && error.reason !== 'notAFile') throw error;
      throw unreadable(error, path, hint);
    }
  }

  /**
   * Returns an authentication method. Throws the errors of `read` and `TokenEndpoint`, and `signedOut` if
   * expired.
   * @param project the quota project, instead of the one in the file.
   * @param fresh requests a new token even if the current one is valid.
   */
  async credential({
    project,
    fresh = false,
    signal,
  }: {
    readonly project?: string;
    readonly fresh?: boolean;
    readonly signal?: AbortSignal;
  } = {}): Promise<Credential> {
    // Read each time, because gcloud may have signed in again.
    const adc = await this.read();
    const { tokens } = this.#sessionOf(adc);
    const token = await (fresh ? tokens.fresh(signal) : tokens.get(signal));
    const charged = project ?? adc.quotaProject;
    return {
      kind: 'bearer',
      token,
      ...(charged === undefined ? {} : { project: charged }),
      renew: (stop) => tokens.refused(token, stop),
    };
  }

  #sessionOf(adc: Adc): Session {
    const secret = isServiceAccount(adc) ? adc.privateKey : adc.refreshToken;
    if (this.#session?.secret === secret) return this.#session;
    const get = this.#getting(adc);
    const refresh = async (): Promise<FreshToken> => {
      try {
        return await get();
      } catch (error) {
        if (!(error instanceof AppError) || error.reason !== 'signedOut') throw error;
        throw ended(adc, error);
      }
    };
    this.#session = { secret, tokens: new AccessTokens(this.#deps.clock, refresh) };
    return this.#session;
  }

  #getting(adc: Adc): () => Promise<FreshToken> {
    const { endpoint } = this.#deps;
    if (isServiceAccount(adc)) return () => endpoint.assert(adc);
    // Google doesn’t rotate refresh tokens; a rotated one is used until the window closes.
    let latest = adc.refreshToken;
    return async () => {
      const answer = await endpoint.refresh(adc.client, latest);
      latest = answer.refreshToken ?? latest;
      return answer;
    };
  }
}

function ended(adc: Adc, cause: unknown): AppError<'signedOut'> {
  return isServiceAccount(adc)
    ? new AppError('signedOut', l10n.t('The service account key was rejected.'), {
        hint: l10n.t(
          'Check that the key and its account weren’t deleted, and that this machine’s clock is correct.',
        ),
        cause,
      })
    : new AppError(
        'signedOut',
        l10n.t('The application default credentials have expired or were revoked.'),
        { hint: l10n.t('Run “gcloud auth application-default login” again.'), cause },
      );
}

async function readText(path: string): Promise<string> {
  const file = await openPlainFile(path);
  try {
    if ((await file.stat()).size > SIZE_LIMIT) throw new Error('The file is too large.');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function unreadable(error: unknown, path: string, hint: string): AppError {
  const isMissing = errorCode(error) === 'ENOENT';
  return isMissing
    ? new AppError('noAdc', l10n.t('There are no application default credentials at {0}.', path), {
        hint,
      })
    : new AppError('unreadableAdc', l10n.t('Couldn’t read {0}.', path), {
        hint,
        cause: error,
      });
}

export interface AdcEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: { readonly [name: string]: string | undefined };
  readonly home: string;
}

export interface UserAdc {
  readonly client: OAuthClient;
  readonly refreshToken: string;
  readonly quotaProject?: string;
}

type Adc = UserAdc | ServiceAccount;

export function isServiceAccount(adc: Adc): adc is ServiceAccount {
  return 'privateKey' in adc;
}

/**
 * Returns the well-known ADC path in gcloud’s configuration folder.
 * The Go library ignores CLOUDSDK_CONFIG; the Node.js, Python and Java libraries follow it.
 */
export function wellKnownAdcPath({ platform, env, home }: AdcEnvironment): string {
  const name = 'application_default_credentials.json';
  const moved = env.CLOUDSDK_CONFIG ?? '';
  if (moved !== '') return join(moved, name);
  const appData = env.APPDATA ?? '';
  const folder = platform === 'win32' && appData !== '' ? appData : join(home, '.config');
  return join(folder, 'gcloud', name);
}

export function adcPath(surroundings: AdcEnvironment): string {
  return namedAdcPath(surroundings) ?? wellKnownAdcPath(surroundings);
}

/** Returns the path in GOOGLE_APPLICATION_CREDENTIALS. Undefined if not set. */
export function namedAdcPath({ env }: AdcEnvironment): string | undefined {
  const named = env.GOOGLE_APPLICATION_CREDENTIALS ?? '';
  return named === '' ? undefined : named;
}

/** Returns advice for an unusable file; gcloud doesn’t write files named by the environment. */
function adcHint(surroundings: AdcEnvironment): string {
  return namedAdcPath(surroundings) === undefined
    ? l10n.t('Run “gcloud auth application-default login”, or sign in here.')
    : l10n.t(
        'GOOGLE_APPLICATION_CREDENTIALS points to this file. Fix the file and try again. To use a different value, quit VS Code and reopen it from an environment where the variable is set.',
      );
}

/**
 * Parses the credentials of a user or service account.
 * Throws `AppError`: `badAdc` if invalid, `otherAdc` for other types. Errors contain no values but the type.
 */
export function parseAdc(text: string, hint: string): Adc {
  const badAdc = (why: string): AppError<'badAdc'> =>
    new AppError(
      'badAdc',
      l10n.t('Couldn’t use the application default credentials file. {0}', why),
      { hint },
    );
  const file = tryParse(text.replace(/^\uFEFF/, ''));
  if (!isObject(file)) throw badAdc(l10n.t('The file is not a JSON object.'));
  const odd = (names: readonly string[]): AppError<'badAdc'> =>
    badAdc(l10n.t('These fields are missing or invalid: {0}.', names.join(', ')));
  const type = textAt(file, 'type');
  if (type === 'service_account') {
    const account = readServiceAccount(file);
    if (!('email' in account)) throw odd(account);
    return account;
  }
  if (type !== 'authorized_user') {
    const shown = /^[a-z_]{1,60}$/.test(type) ? type : l10n.t('unknown');
    throw new AppError(
      'otherAdc',
      l10n.t(
        'Unsupported type of application default credentials: {0}. Only user and service account credentials are supported.',
        shown,
      ),
      { hint },
    );
  }
  const missing = ['client_id', 'client_secret', 'refresh_token'].filter(
    (name) => credentialProblem(textAt(file, name)) !== undefined,
  );
  if (missing.length > 0) throw odd(missing);
  const quotaProject = textAt(file, 'quota_project_id');
  return {
    client: {
      id: textAt(file, 'client_id'),
      secret: textAt(file, 'client_secret'),
      // Never taken from the file, as in other client libraries.
      authUri: GOOGLE.authorize,
      tokenUri: GOOGLE.token,
    },
    refreshToken: textAt(file, 'refresh_token'),
    ...(quotaProject === '' ? {} : { quotaProject }),
  };
}

export function formatAdc({ client, refreshToken, quotaProject }: UserAdc): string {
  const file = {
    client_id: client.id,
    client_secret: client.secret,
    ...(quotaProject === undefined ? {} : { quota_project_id: quotaProject }),
    refresh_token: refreshToken,
    type: 'authorized_user',
    universe_domain: 'googleapis.com',
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/**
 * Reads a service account key, or returns the names of missing or invalid fields.
 * Ignores its URLs: the key is used only with Google’s token endpoint.
 */
function readServiceAccount(file: JsonObject): ServiceAccount | readonly string[] {
  const email = textAt(file, 'client_email');
  const privateKey = textAt(file, 'private_key');
  const quotaProject = textAt(file, 'quota_project_id');
  const odd = [
    ...(credentialProblem(email) === undefined ? [] : ['client_email']),
    ...(isRsaKey(privateKey) ? [] : ['private_key']),
  ];
  if (odd.length > 0) return odd;
  return { email, privateKey, ...(quotaProject === '' ? {} : { quotaProject }) };
}

// Checked here because the library’s error would look like a server error.
function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
