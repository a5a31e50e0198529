import type { Credential } from '../api/transport';
import { SingleFlight } from '../base/async';
import { AppError } from '../base/errors';
import type { Event } from '../base/event';
import type { L10n } from '../platform/l10n';
import type { Prompts } from '../platform/prompts';
import { EMULATOR_ID, type Connection } from '../service/connection';
import type { Credentials } from '../service/credentials';
import type { KeyVault, StoredKey } from './keyVault';

/** Credentials from stored keys. A key goes to the origin it was entered for, and to no other unasked. */
export class KeyCredentials implements Credentials {
  readonly #vault: KeyVault;
  readonly #prompts: Prompts;
  readonly #l10n: L10n;
  readonly #questions = new SingleFlight<string, boolean>();
  readonly #refused = new Set<string>();
  readonly onDidChange: Event<string>;

  constructor(vault: KeyVault, prompts: Prompts, l10n: L10n) {
    this.#vault = vault;
    this.#prompts = prompts;
    this.#l10n = l10n;
    this.onDidChange = vault.onDidChange;
  }

  async get(connection: Connection): Promise<Credential> {
    if (connection.auth === 'none') return { kind: 'none' };
    const { id, name, auth, endpoint } = connection;
    if (auth !== 'apiKey') {
      throw new AppError(
        'unsupportedAuth',
        this.#l10n.t('“{0}” signs in with an account, which is not possible yet.', name),
        {
          hint: this.#l10n.t('Use a connection with an API key.'),
        },
      );
    }
    const stored = id === EMULATOR_ID ? undefined : await this.#vault.read(id);
    if (!stored) {
      throw new AppError('noKey', this.#l10n.t('No API key is stored for “{0}”.', name), {
        hint: this.#l10n.t('Add the key again.'),
      });
    }
    if (stored.origin !== endpoint && !(await this.#mayMove(connection, stored))) {
      throw new AppError(
        'keyForOtherOrigin',
        this.#l10n.t(
          'The API key of “{0}” was entered for {1} and is not sent to {2}.',
          name,
          hostOf(stored.origin),
          hostOf(endpoint),
        ),
        { hint: this.#l10n.t('Add the key again for this endpoint, or correct the endpoint.') },
      );
    }
    return { kind: 'apiKey', key: stored.key };
  }

  // Asked once per connection and origin, however many requests wait for the answer.
  #mayMove(connection: Connection, stored: StoredKey): Promise<boolean> {
    const { id, endpoint } = connection;
    const question = `${id} ${endpoint}`;
    if (this.#refused.has(question)) return Promise.resolve(false);
    return this.#questions.run(question, async () => {
      const send = this.#l10n.t('Send to {0}', hostOf(endpoint));
      const answer = await this.#prompts.confirm(
        this.#l10n.t('Send the API key of “{0}” to {1}?', connection.name, hostOf(endpoint)),
        {
          detail: this.#l10n.t(
            'The key was entered for {0}. Since then the endpoint of the connection was changed. Whoever runs {1} can use the key.',
            hostOf(stored.origin),
            hostOf(endpoint),
          ),
          actions: [send],
        },
      );
      if (answer === send) await this.#vault.write(id, { origin: endpoint, key: stored.key });
      else this.#refused.add(question);
      return answer === send;
    });
  }
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin;
}
