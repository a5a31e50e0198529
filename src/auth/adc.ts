import * as l10n from '@vscode/l10n';
import type { Credential } from '../api/transport';
import type { Clock } from '../base/clock';
import { AppError, errorCode } from '../base/errors';
import { openPlainFile } from '../platform/safeFiles';
import { AccessTokens, type FreshToken } from './accessTokens';
import {
  type Adc,
  adcHint,
  adcPath,
  isServiceAccount,
  parseAdc,
  type AdcEnvironment,
} from './adcFile';
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
