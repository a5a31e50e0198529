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
  type Surroundings,
} from './adcFile';
import type { TokenEndpoint } from './tokenEndpoint';

interface AdcDeps {
  readonly endpoint: TokenEndpoint;
  readonly clock: Clock;
  readonly surroundings: () => Surroundings;
}

// Bytes.
const SIZE_LIMIT = 64 * 1024;

interface Session {
  /** What the tokens are got with. */
  readonly secret: string;
  readonly tokens: AccessTokens;
}

/** The application default credentials of this machine. The file is only read. */
export class ApplicationDefaultCredentials {
  readonly #deps: AdcDeps;
  #session: Session | undefined;

  constructor(deps: AdcDeps) {
    this.#deps = deps;
  }

  /** The file as it is now. Throws `AppError`: `noAdc`, `unreadableAdc`, `badAdc`, `otherAdc`. */
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
   * What signs requests. Throws what `read` throws; `signedOut` where the credentials have ended; and what
   * `TokenEndpoint` throws besides.
   * @param project the project to charge, instead of the one in the file.
   * @param fresh gets a new token, also while the one that is held is still good.
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
    // Small and on this machine; somebody may have signed in anew with gcloud meanwhile.
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
    // Google's server does not replace refresh tokens; one that does would be followed until the window closes.
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
    if ((await file.stat()).size > SIZE_LIMIT) throw new Error('It is no small file.');
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
