import type { CredentialNeed } from '../api/credentialNeed';
import { endpointName } from '../api/endpoint';
import type { Credential } from '../api/transport';
import { SingleFlight } from '../base/async';
import { AppError } from '../base/errors';
import type { Event } from '../base/event';
import type { L10n } from '../platform/l10n';
import type { Prompts } from '../platform/prompts';
import { type Connection, type Credentials, EMULATOR_ID } from '../service/connection';
import { type AdcOrigins, maySendTo, originField } from './allowedOrigins';
import type { KeyVault } from './keyVault';
import type { SignIns } from './oauthAccounts';

export interface ConnectionCredentialsDeps {
  readonly vault: KeyVault;
  readonly signIns: () => Promise<SignIns>;
  readonly prompts: Prompts;
  readonly l10n: L10n;
  readonly adcOrigins: AdcOrigins;
  readonly onDidChange: Event<string>;
}

/**
 * What signs the requests of the user's connections, by their kind. A credential goes to the origin it was
 * entered for, and to no other unasked.
 */
export class ConnectionCredentials implements Credentials {
  readonly #deps: ConnectionCredentialsDeps;
  readonly #question: OriginConsent;
  readonly onDidChange: Event<string>;

  constructor(deps: ConnectionCredentialsDeps) {
    this.#deps = deps;
    this.#question = new OriginConsent(deps.prompts, deps.l10n);
    this.onDidChange = deps.onDidChange;
  }

  async get(
    connection: Connection,
    need: CredentialNeed,
    signal?: AbortSignal,
  ): Promise<Credential> {
    switch (connection.auth) {
      case 'none':
        return { kind: 'none' };
      case 'apiKey':
        return await this.#key(connection, need);
      case 'oauth':
        return await this.#account(connection, need, signal);
      case 'adc':
        return await this.#adc(connection, signal);
    }
  }

  async #key(connection: Connection, { accepts }: CredentialNeed): Promise<Credential> {
    const { vault, l10n } = this.#deps;
    const { id, name, endpoint } = connection;
    const stored = id === EMULATOR_ID ? undefined : await vault.read(id);
    if (!stored) {
      throw new AppError('noKey', l10n.t('No API key is stored for “{0}”.', name), {
        hint: l10n.t('Add the key again.'),
      });
    }
    if (accepts === 'oauth') {
      throw new AppError(
        'needsSignIn',
        l10n.t('This operation takes no API key, which is what “{0}” has.', name),
        { hint: l10n.t('Sign in with an account instead.') },
      );
    }
    if (!maySendTo(stored, endpoint)) {
      await this.#question.ask('apiKey', connection, stored.origin, () =>
        vault.write(id, { ...stored, [originField(connection)]: endpoint }),
      );
    }
    return { kind: 'apiKey', key: stored.key };
  }

  async #account(
    connection: Connection,
    need: CredentialNeed,
    signal: AbortSignal | undefined,
  ): Promise<Credential> {
    const { id, endpoint, project } = connection;
    const { accounts } = await this.#deps.signIns();
    const account = await accounts.find(id);
    if (account) {
      this.#requireScope(connection, need, account.granted);
      if (!maySendTo(account, endpoint)) {
        await this.#question.ask('account', connection, account.origin, () =>
          accounts.moveTo(id, endpoint, originField(connection)),
        );
      }
    }
    return await accounts.credential(id, endpoint, {
      ...(project === undefined ? {} : { project }),
      ...(signal ? { signal } : {}),
    });
  }

  async #adc(
    { name, endpoint, project }: Connection,
    signal: AbortSignal | undefined,
  ): Promise<Credential> {
    const { adcOrigins, l10n, signIns } = this.#deps;
    if (!(await adcOrigins.mayGet(endpoint))) {
      throw new AppError(
        'signInForOtherOrigin',
        l10n.t(
          'The application default credentials of “{0}” are not sent to {1}.',
          name,
          endpointName(endpoint),
        ),
        { hint: l10n.t('Correct the endpoint, or set the connection’s credential again.') },
      );
    }
    const { adc } = await signIns();
    return await adc.credential({
      ...(project === undefined ? {} : { project }),
      ...(signal ? { signal } : {}),
    });
  }

  #requireScope(
    { id, name }: Connection,
    { scopes }: CredentialNeed,
    granted: readonly string[],
  ): void {
    if (scopes.some((scope) => granted.includes(scope))) return;
    const { l10n } = this.#deps;
    throw new AppError(
      'missingScopes',
      l10n.t('The sign-in of “{0}” does not allow this operation.', name),
      {
        hint: l10n.t('Sign in again and allow the access that this operation needs.'),
        subject: { connection: id, scopes },
      },
    );
  }
}

/** What would be sent to another origin than before. */
export type Movable = 'apiKey' | 'account';

/** Asks before a credential goes to another origin than the one it was entered for. */
class OriginConsent {
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
    const isUpload = originField(connection) === 'uploadOrigin';
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
