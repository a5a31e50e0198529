import type { CredentialNeed } from '../api/credentialNeed';
import type { Credential } from '../api/transport';
import { endpointName } from '../api/endpoint';
import { AppError } from '../base/errors';
import type { Event } from '../base/event';
import type { L10n } from '../platform/l10n';
import type { Prompts } from '../platform/prompts';
import { EMULATOR_ID, type Connection } from '../service/connection';
import type { Credentials } from '../service/credentials';
import type { AdcOrigins } from './adcOrigins';
import type { KeyVault } from './keyVault';
import { maySendTo, placeOf } from './allowedOrigins';
import { MoveQuestion } from './moveQuestion';
import type { SignIns } from './oauth/signIns';

export interface ConnectionCredentialsParts {
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
  readonly #parts: ConnectionCredentialsParts;
  readonly #question: MoveQuestion;
  readonly onDidChange: Event<string>;

  constructor(parts: ConnectionCredentialsParts) {
    this.#parts = parts;
    this.#question = new MoveQuestion(parts.prompts, parts.l10n);
    this.onDidChange = parts.onDidChange;
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
    const { vault, l10n } = this.#parts;
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
        vault.write(id, { ...stored, [placeOf(connection)]: endpoint }),
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
    const { accounts } = await this.#parts.signIns();
    const account = await accounts.find(id);
    if (account) {
      this.#requireScope(connection, need, account.granted);
      if (!maySendTo(account, endpoint)) {
        await this.#question.ask('account', connection, account.origin, () =>
          accounts.moveTo(id, endpoint, placeOf(connection)),
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
    const { adcOrigins, l10n, signIns } = this.#parts;
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
    const { l10n } = this.#parts;
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
