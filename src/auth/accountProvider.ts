import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { Emitter } from '../base/event';
import type { Connection } from '../service/connection';
import { isGranted, labelOf, sessionOf, toldOf, type SignedIn } from './accountSessions';
import type { OAuthAccounts } from './oauth/oauthAccounts';
import { splitScopes } from './oauth/scopes';
import type { AuthParts } from './parts';
import { sessionChanges, type ToldSession } from './sessionChanges';

type Session = vscode.AuthenticationSession;

export interface AccountProviderParts extends Pick<
  AuthParts,
  'connections' | 'signIns' | 'prompts' | 'system' | 'l10n' | 'log'
> {
  /**
   * Has the user sign in to a connection with these scopes, by their full names; undefined after giving up.
   * @param account id of the one that is wanted.
   */
  readonly newSession: (
    scopes: readonly string[],
    account: string | undefined,
  ) => Promise<Connection | undefined>;
}

/** These are no failure: there is no session any more, and VS Code offers to sign in. */
const ENDED: ReadonlySet<string> = new Set(['notSignedIn', 'signedOut', 'signInForOtherOrigin']);

/**
 * The accounts of the connections, as VS Code lists them and hands them to extensions that the user allows
 * it to. VS Code asks one thing after the other: nothing here may wait for its user but `createSession`.
 */
export class AccountProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #parts: AccountProviderParts;
  readonly #changed = new Emitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscription: Disposable;
  // What VS Code knows; undefined until it asks.
  #told: ReadonlyMap<string, ToldSession> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  readonly onDidChangeSessions = this.#changed.event;

  /** @param toldNone VS Code was told that there are no accounts. */
  constructor(parts: AccountProviderParts, toldNone: boolean) {
    this.#parts = parts;
    if (toldNone) this.#told = new Map();
    // Also of sign-ins that began or ended, here or in another window.
    this.#subscription = parts.connections.onDidChange(() => this.update());
  }

  /** Tells what became different. */
  update(): void {
    this.#inTurn(() => this.#tell()).catch((error: unknown) => this.#warn(error));
  }

  /**
   * Without scopes, all accounts, without a token and without asking any server. With scopes, those that were
   * granted them all, each with a token that is valid now and opens no more than these. With an empty list,
   * none: it names nothing that a token could be for. The scopes of such a session are the ones that were
   * asked for, as VS Code takes a request off its menu only then; a listed one has all that was granted.
   */
  async getSessions(
    scopes: readonly string[] | undefined,
    { account }: vscode.AuthenticationProviderSessionOptions = {},
  ): Promise<Session[]> {
    const all = await this.#inTurn(async () => {
      const found = await this.#signedIn();
      this.#told ??= toldOf(found);
      return found;
    });
    const wanted = all.filter((one) => account === undefined || labelOf(one) === account.id);
    if (!scopes) return wanted.map((one) => sessionOf(one));
    const asked = fullNames(scopes);
    if (asked.length === 0) return [];
    const able = wanted.filter(
      (one) => one.account.origin === one.connection.endpoint && isGranted(one, asked),
    );
    const sessions: Session[] = [];
    const failures: Error[] = [];
    const open = async (one: SignedIn): Promise<void> => {
      try {
        sessions.push(await this.#open(one, scopes));
      } catch (error) {
        if (!isEnded(error))
          failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    };
    await Promise.all(able.map(open));
    const [failure] = failures;
    // Not as if nobody had signed in: that would ask the user to do it again.
    if (failure && sessions.length === 0) throw failure;
    if (failure) this.#warn(failure);
    return sessions;
  }

  /**
   * Throws `CancelledError` where the user gave up, `missingScopes` where not everything was granted, `noScopes`
   * where nothing was asked for.
   */
  async createSession(
    scopes: readonly string[],
    { account }: vscode.AuthenticationProviderSessionOptions = {},
  ): Promise<Session> {
    const { l10n } = this.#parts;
    const asked = fullNames(scopes);
    if (asked.length === 0) {
      throw new AppError('noScopes', l10n.t('The other extension does not say what it needs.'), {
        hint: l10n.t('It has to name the scopes that it asks for.'),
      });
    }
    const connection = await this.#parts.newSession(asked, account?.id);
    if (!connection) throw new CancelledError();
    const all = await this.#inTurn(() => this.#tell({ id: connection.id, scopes }));
    const created = all.find((one) => one.connection.id === connection.id);
    if (!created) throw new CancelledError();
    if (!isGranted(created, asked)) {
      throw new AppError(
        'missingScopes',
        l10n.t(
          'The sign-in of “{0}” does not allow everything that was asked for.',
          connection.name,
        ),
        { hint: l10n.t('Sign in again and allow all of it.') },
      );
    }
    return await this.#open(created, scopes);
  }

  /** VS Code has asked the user before. What could not be done is told, and not thrown. */
  async removeSession(id: string): Promise<void> {
    const { connections } = this.#parts;
    const accounts = await this.#accounts();
    const account = await accounts.find(id);
    if (!account) return;
    const outcome = await accounts.signOut(id);
    const name = account.email ?? connections.find(id)?.name ?? new URL(account.origin).host;
    const { tellSignedOut } = await import('./tellSignedOut');
    tellSignedOut(this.#parts, name, [outcome]);
    await this.#inTurn(() => this.#tell());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Only of connections that are there, and that still have accounts. */
  async #signedIn(): Promise<readonly SignedIn[]> {
    const withAccounts = this.#parts.connections.users.filter(({ auth }) => auth === 'oauth');
    if (withAccounts.length === 0) return [];
    const accounts = await this.#accounts();
    const found = await Promise.all(
      withAccounts.map(async (connection) => ({
        connection,
        account: await accounts.find(connection.id),
      })),
    );
    return found.flatMap(({ connection, account }) => (account ? [{ connection, account }] : []));
  }

  async #open(one: SignedIn, scopes: readonly string[]): Promise<Session> {
    const { id, endpoint } = one.connection;
    const accounts = await this.#accounts();
    const accessToken = await accounts.narrowToken(id, endpoint, fullNames(scopes));
    return { ...sessionOf(one, scopes), accessToken };
  }

  /** Tells what is different from what VS Code knows. @param created told as new, whatever was before. */
  async #tell(created?: {
    readonly id: string;
    readonly scopes: readonly string[];
  }): Promise<readonly SignedIn[]> {
    const all = await this.#signedIn();
    const told = toldOf(all);
    const changes = sessionChanges(this.#told ?? new Map<string, ToldSession>(), told, created);
    this.#told = told;
    if (changes) this.#changed.fire(changes);
    return all;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #accounts(): Promise<OAuthAccounts> {
    return (await this.#parts.signIns()).accounts;
  }

  #warn(error: unknown): void {
    this.#parts.log.warn(`auth: accounts: ${errorMessage(error)}`);
  }
}

function fullNames(scopes: readonly string[]): readonly string[] {
  return splitScopes(scopes.join(' '));
}

function isEnded(error: unknown): boolean {
  return error instanceof AppError && ENDED.has(String(error.reason));
}
