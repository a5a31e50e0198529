import * as l10n from '@vscode/l10n';
import type { CredentialNeed } from '../api/credentialNeed';
import { endpointName } from '../api/endpoint';
import type { Credential } from '../api/transport';
import { AppError } from '../base/errors';
import type { Event } from '../base/event';
import type { Prompts } from '../platform/prompts';
import { type Connection, type Credentials, EMULATOR_ID } from '../service/connection';
import type { AdcOrigins } from './adcOrigins';
import type { KeyVault } from './keyVault';
import { maySendTo, OriginConsent, originField } from './originConsent';
import type { SignIns } from './oauthAccounts';

interface ConnectionCredentialsDeps {
  readonly vault: KeyVault;
  readonly signIns: () => Promise<SignIns>;
  readonly prompts: Prompts;
  readonly adcOrigins: AdcOrigins;
  readonly onDidChange: Event<string>;
}

/**
 * Authentication methods of the user’s connections.
 * A credential is sent only to the origin it was entered for, unless the user allows another.
 */
export class ConnectionCredentials implements Credentials {
  readonly #deps: ConnectionCredentialsDeps;
  readonly #question: OriginConsent;
  readonly onDidChange: Event<string>;

  constructor(deps: ConnectionCredentialsDeps) {
    this.#deps = deps;
    this.#question = new OriginConsent(deps.prompts);
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

  /** Whether `get` would first ask to allow the host. */
  async asksFirst({ id, auth, endpoint }: Connection): Promise<boolean> {
    const { vault, signIns } = this.#deps;
    if (id === EMULATOR_ID || (auth !== 'apiKey' && auth !== 'oauth')) return false;
    const stored =
      auth === 'apiKey' ? await vault.read(id) : await (await signIns()).accounts.find(id);
    return stored !== undefined && !maySendTo(stored, endpoint);
  }

  async #key(connection: Connection, { accepts }: CredentialNeed): Promise<Credential> {
    const { vault } = this.#deps;
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
        l10n.t('This API method doesn’t accept API keys, and “{0}” has no other credential.', name),
        { hint: l10n.t('Sign in with an account instead.') },
      );
    }
    if (!maySendTo(stored, endpoint)) {
      const { origin: from } = stored;
      await this.#question.ask({ what: 'apiKey', connection, from }, () =>
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
        const { origin: from } = account;
        await this.#question.ask({ what: 'account', connection, from }, () =>
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
    const { adcOrigins, signIns } = this.#deps;
    if (!(await adcOrigins.mayGet(endpoint))) {
      throw new AppError(
        'signInForOtherOrigin',
        l10n.t(
          '“{0}” isn’t allowed to send application default credentials to {1}.',
          name,
          endpointName(endpoint),
        ),
        { hint: l10n.t('Fix the endpoint, or set the connection’s authentication again.') },
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
    throw new AppError(
      'missingScopes',
      l10n.t('The sign-in for “{0}” doesn’t allow this API method.', name),
      {
        hint: l10n.t('Sign in again and allow the required access.'),
        subject: { connection: id, scopes },
      },
    );
  }
}
