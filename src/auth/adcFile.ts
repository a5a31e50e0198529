import * as l10n from '@vscode/l10n';
import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { credentialProblem } from '../api/headers';
import type { JsonObject } from '../api/schema/row';
import { AppError } from '../base/errors';
import { isObject, textAt, tryParse } from '../base/json';
import { GOOGLE, type OAuthClient } from './oauthClient';

/** Where programs of this machine look, as far as it decides where their credentials are. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly env: { readonly [name: string]: string | undefined };
  /** The user's home folder. */
  readonly home: string;
}

/** A user's credentials, as the application default credentials have them. */
export interface UserAdc {
  readonly client: OAuthClient;
  readonly refreshToken: string;
  /** The project to charge. */
  readonly quotaProject?: string;
}

export type Adc = UserAdc | ServiceAccount;

export function isServiceAccount(adc: Adc): adc is ServiceAccount {
  return 'privateKey' in adc;
}

/**
 * Where the application default credentials stand that client libraries find: in the folder of gcloud's
 * settings. Where CLOUDSDK_CONFIG moves that folder, gcloud writes them there, and google-auth-library and
 * the libraries for Python and Java read them there; the one for Go does not.
 */
export function wellKnownAdcPath({ platform, env, home }: Surroundings): string {
  const name = 'application_default_credentials.json';
  const moved = env.CLOUDSDK_CONFIG ?? '';
  if (moved !== '') return join(moved, name);
  const appData = env.APPDATA ?? '';
  const folder = platform === 'win32' && appData !== '' ? appData : join(home, '.config');
  return join(folder, 'gcloud', name);
}

/** The file to read: what the environment names, else the well-known one. */
export function adcPath(surroundings: Surroundings): string {
  return namedAdcPath(surroundings) ?? wellKnownAdcPath(surroundings);
}

/** The file that the environment names in the place of the well-known one. */
export function namedAdcPath({ env }: Surroundings): string | undefined {
  const named = env.GOOGLE_APPLICATION_CREDENTIALS ?? '';
  return named === '' ? undefined : named;
}

/** What helps where the file cannot be used: gcloud writes none that the environment names. */
export function adcHint(surroundings: Surroundings): string {
  return namedAdcPath(surroundings) === undefined
    ? l10n.t('Run “gcloud auth application-default login”, or sign in here.')
    : l10n.t(
        'GOOGLE_APPLICATION_CREDENTIALS points to this file. Fix the file and try again. To use a different value, quit VS Code and reopen it from an environment where the variable is set.',
      );
}

/**
 * Reads the application default credentials of a user or a service account. Throws `AppError` (`badAdc`) for
 * what is none, and (`otherAdc`) for credentials of another type, both with the hint. No value of the file is
 * repeated but its type.
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
      // Never from the file: other client libraries know no other address either.
      authUri: GOOGLE.authorize,
      tokenUri: GOOGLE.token,
    },
    refreshToken: textAt(file, 'refresh_token'),
    ...(quotaProject === '' ? {} : { quotaProject }),
  };
}

/** The standard form of a user's credentials. */
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

/** A service account, as the application default credentials have it. */
export interface ServiceAccount {
  readonly email: string;
  /** PEM, of an RSA key. */
  readonly privateKey: string;
  /** The project to charge. */
  readonly quotaProject?: string;
}

/**
 * Reads the key file of a service account; names the fields that are missing or odd where it is none. Its
 * addresses are not taken: the key signs for Google's own token endpoint only.
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

// Found out here, since the library's complaint would look like one of the server's.
function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
