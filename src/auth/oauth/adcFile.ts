import { join } from 'node:path';
import { credentialProblem } from '../../api/headerValue';
import { isObject, textAt, tryParse } from '../../api/json';
import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { OAuthClient } from './clientFile';
import { GOOGLE } from './endpoints';

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

/** Where the application default credentials stand that every client library finds. */
export function wellKnownAdcPath({ platform, env, home }: Surroundings): string {
  const appData = env.APPDATA ?? '';
  const folder = platform === 'win32' && appData !== '' ? appData : join(home, '.config');
  return join(folder, 'gcloud', 'application_default_credentials.json');
}

/** The file to read: what the environment names, else the well-known one. */
export function adcPath(surroundings: Surroundings): string {
  const named = surroundings.env.GOOGLE_APPLICATION_CREDENTIALS ?? '';
  return named === '' ? wellKnownAdcPath(surroundings) : named;
}

/**
 * Reads a user's application default credentials. Throws `AppError` (`badAdc`) for what is none, and
 * (`otherAdc`) for credentials of another type. No value of the file is repeated but its type.
 */
export function parseAdc(text: string, l10n: L10n): UserAdc {
  const file = tryParse(text.replace(/^\uFEFF/, ''));
  if (!isObject(file)) throw badAdc(l10n, l10n.t('It is not a JSON object.'));
  const type = textAt(file, 'type');
  if (type !== 'authorized_user') {
    const shown = /^[a-z_]{1,60}$/.test(type) ? type : l10n.t('unknown');
    throw new AppError(
      'otherAdc',
      l10n.t('The application default credentials are of the type {0}, not of a user.', shown),
      { hint: l10n.t('Run “gcloud auth application-default login”, or sign in here.') },
    );
  }
  const missing = ['client_id', 'client_secret', 'refresh_token'].filter(
    (name) => credentialProblem(textAt(file, name)) !== undefined,
  );
  if (missing.length > 0) {
    throw badAdc(l10n, l10n.t('These fields are missing or odd: {0}.', missing.join(', ')));
  }
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

function badAdc(l10n: L10n, why: string): AppError<'badAdc'> {
  return new AppError(
    'badAdc',
    l10n.t('The file of the application default credentials cannot be used. {0}', why),
    { hint: l10n.t('Run “gcloud auth application-default login”, or sign in here.') },
  );
}
