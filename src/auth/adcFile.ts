import * as l10n from '@vscode/l10n';
import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { credentialProblem } from '../api/headers';
import type { JsonObject } from '../api/schema/row';
import { AppError } from '../base/errors';
import { isObject, textAt, tryParse } from '../base/json';
import { GOOGLE, type OAuthClient } from './oauthClient';

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

export type Adc = UserAdc | ServiceAccount;

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
export function adcHint(surroundings: AdcEnvironment): string {
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

export interface ServiceAccount {
  readonly email: string;
  readonly privateKey: string;
  readonly quotaProject?: string;
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
