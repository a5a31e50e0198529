import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import { SingleFlight } from '../base/async';
import { AppError } from '../base/errors';
import type { Prompts } from '../platform/prompts';
import type { Connection } from '../service/connection';

export interface AllowedOrigins {
  readonly origin: string;
  readonly uploadOrigin?: string;
}

/** Whether a credential may be sent to an origin without asking. */
export function maySendTo(allowed: AllowedOrigins, origin: string): boolean {
  return origin === allowed.origin || origin === allowed.uploadOrigin;
}

export function originField({ endpoint, uploadEndpoint }: Connection): keyof AllowedOrigins {
  return endpoint === uploadEndpoint ? 'uploadOrigin' : 'origin';
}

interface Names {
  readonly connection: string;
  readonly from: string;
  readonly to: string;
  readonly server: string;
}

interface MovableRow {
  readonly question: (names: Names) => string;
  readonly detail: (names: Names) => string;
  readonly uploadDetail?: (names: Names) => string;
  readonly refusal: string;
  readonly refused: (names: Names) => string;
  readonly hint: () => string;
}

const movables = {
  apiKey: {
    question: ({ connection, to }) => l10n.t('Send the API key for “{0}” to {1}?', connection, to),
    detail: ({ from, to }) =>
      l10n.t(
        'The key was entered for {0}, but the connection’s endpoint has changed. The operator of {1} can use the key.',
        from,
        to,
      ),
    uploadDetail: ({ from, to }) =>
      l10n.t(
        'The key was entered for {0}, but the connection uploads files to {1}. The operator of {1} can use the key.',
        from,
        to,
      ),
    refusal: 'keyForOtherOrigin',
    refused: ({ connection, from, to }) =>
      l10n.t(
        'The API key for “{0}” was entered for {1} and won’t be sent to {2}.',
        connection,
        from,
        to,
      ),
    hint: () => l10n.t('Add the key again for this endpoint, or fix the endpoint.'),
  },
  account: {
    question: ({ connection, to }) =>
      l10n.t('Send access tokens for “{0}” to {1}?', connection, to),
    detail: ({ from, to }) =>
      l10n.t(
        'You signed in for {0}, but the connection’s endpoint has changed. The operator of {1} can act as this account until the token expires.',
        from,
        to,
      ),
    uploadDetail: ({ from, to }) =>
      l10n.t(
        'You signed in for {0}, but the connection uploads files to {1}. The operator of {1} can act as this account until the token expires.',
        from,
        to,
      ),
    refusal: 'signInForOtherOrigin',
    refused: ({ connection, from, to }) =>
      l10n.t('“{0}” is signed in for {1}. The sign-in won’t be sent to {2}.', connection, from, to),
    hint: () => l10n.t('Sign in again for this endpoint, or fix the endpoint.'),
  },
  headers: {
    question: ({ server, to }) => l10n.t('Send the headers for {0} to {1}?', server, to),
    detail: ({ connection, from, to }) =>
      l10n.t(
        'The headers were entered for {0}, but the endpoint of “{1}” has changed. The operator of {2} can use them.',
        from,
        connection,
        to,
      ),
    refusal: 'headersForOtherOrigin',
    refused: ({ server, from, to }) =>
      l10n.t(
        'The headers for {0} were entered for {1} and won’t be sent to {2}.',
        server,
        from,
        to,
      ),
    hint: () => l10n.t('Enter the headers again for this endpoint, or fix the endpoint.'),
  },
} satisfies { readonly [what: string]: MovableRow };

type Movable = keyof typeof movables;

interface MoveRequest {
  readonly what: Movable;
  readonly connection: Connection;
  readonly from: string;
  readonly server?: string;
}

export class OriginConsent {
  readonly #prompts: Pick<Prompts, 'confirm'>;
  readonly #questions = new SingleFlight<string, boolean>();
  readonly #refused = new Set<string>();

  constructor(prompts: Pick<Prompts, 'confirm'>) {
    this.#prompts = prompts;
  }

  /**
   * Prompts once per connection and origin for all waiting requests; `move` saves the permission. Throws
   * `AppError` (such as `keyForOtherOrigin`) if the user refuses.
   */
  async ask(request: MoveRequest, move: () => Promise<void>): Promise<void> {
    const { what, connection, from, server = '' } = request;
    const { id, name, endpoint } = connection;
    const names = {
      connection: name,
      from: endpointName(from),
      to: endpointName(endpoint),
      server,
    };
    const question = `${what} ${server} ${id} ${endpoint}`;
    if (!this.#refused.has(question)) {
      const isAllowed = await this.#questions.run(question, async () => {
        const yes = await this.#confirm(what, names, originField(connection) === 'uploadOrigin');
        if (yes) await move();
        else this.#refused.add(question);
        return yes;
      });
      if (isAllowed) return;
    }
    const row: MovableRow = movables[what];
    throw new AppError(row.refusal, row.refused(names), { hint: row.hint() });
  }

  async #confirm(what: Movable, names: Names, isUpload: boolean): Promise<boolean> {
    const { question, detail, uploadDetail = detail }: MovableRow = movables[what];
    const send = l10n.t('Send to {0}', names.to);
    const answer = await this.#prompts.confirm(question(names), {
      detail: (isUpload ? uploadDetail : detail)(names),
      actions: [send],
    });
    return answer === send;
  }
}
