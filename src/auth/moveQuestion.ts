import { endpointName } from '../api/endpoint';
import { SingleFlight } from '../base/async';
import { AppError } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Prompts } from '../platform/prompts';
import type { Connection } from '../service/connection';
import { placeOf } from './allowedOrigins';

/** What would be sent to another origin than before. */
export type Movable = 'apiKey' | 'account';

/** Asks before a credential goes to another origin than the one it was entered for. */
export class MoveQuestion {
  readonly #prompts: Prompts;
  readonly #l10n: L10n;
  readonly #questions = new SingleFlight<string, boolean>();
  readonly #refused = new Set<string>();

  constructor(prompts: Prompts, l10n: L10n) {
    this.#prompts = prompts;
    this.#l10n = l10n;
  }

  /**
   * Asked once per connection and origin, however many requests wait for the answer; `move` notes a yes.
   * Throws `AppError` (`keyForOtherOrigin`, `signInForOtherOrigin`) after a no.
   */
  async ask(
    what: Movable,
    connection: Connection,
    from: string,
    move: () => Promise<void>,
  ): Promise<void> {
    const { id, endpoint } = connection;
    const question = `${what} ${id} ${endpoint}`;
    if (!this.#refused.has(question)) {
      const isAllowed = await this.#questions.run(question, async () => {
        const yes = await this.#confirm(what, connection, from);
        if (yes) await move();
        else this.#refused.add(question);
        return yes;
      });
      if (isAllowed) return;
    }
    throw this.#refusal(what, connection, from);
  }

  async #confirm(what: Movable, connection: Connection, from: string): Promise<boolean> {
    const { name, endpoint } = connection;
    const [old, host] = [endpointName(from), endpointName(endpoint)];
    const isUpload = placeOf(connection) === 'uploadOrigin';
    const l10n = this.#l10n;
    const send = l10n.t('Send to {0}', host);
    const answer =
      what === 'apiKey'
        ? await this.#prompts.confirm(l10n.t('Send the API key of “{0}” to {1}?', name, host), {
            detail: isUpload
              ? l10n.t(
                  'The key was entered for {0}, and the connection uploads files to {1}. Whoever runs {1} can use the key.',
                  old,
                  host,
                )
              : l10n.t(
                  'The key was entered for {0}. Since then the endpoint of the connection was changed. Whoever runs {1} can use the key.',
                  old,
                  host,
                ),
            actions: [send],
          })
        : await this.#prompts.confirm(
            l10n.t('Send the access tokens of “{0}” to {1}?', name, host),
            {
              detail: isUpload
                ? l10n.t(
                    'The account signed in for {0}, and the connection uploads files to {1}. Whoever runs {1} can act as the account for as long as a token is valid.',
                    old,
                    host,
                  )
                : l10n.t(
                    'The account signed in for {0}. Since then the endpoint of the connection was changed. Whoever runs {1} can act as the account for as long as a token is valid.',
                    old,
                    host,
                  ),
              actions: [send],
            },
          );
    return answer === send;
  }

  #refusal(what: Movable, { name, endpoint }: Connection, from: string): AppError {
    const [old, host] = [endpointName(from), endpointName(endpoint)];
    const l10n = this.#l10n;
    return what === 'apiKey'
      ? new AppError(
          'keyForOtherOrigin',
          l10n.t(
            'The API key of “{0}” was entered for {1} and is not sent to {2}.',
            name,
            old,
            host,
          ),
          { hint: l10n.t('Add the key again for this endpoint, or correct the endpoint.') },
        )
      : new AppError(
          'signInForOtherOrigin',
          l10n.t('The sign-in of “{0}” was made for {1} and is not sent to {2}.', name, old, host),
          { hint: l10n.t('Sign in again for this endpoint, or correct the endpoint.') },
        );
  }
}
