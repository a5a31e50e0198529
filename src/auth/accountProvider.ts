import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { Emitter } from '../base/event';
import type { Connection } from '../service/connection';
import type { AuthDeps } from './authDeps';
import type { Account, OAuthAccounts } from './oauthAccounts';
import { splitScopes } from './oauthClient';

type Session = vscode.AuthenticationSession;
type Changes = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

interface AccountProviderDeps extends Pick<
  AuthDeps,
  'connections' | 'signIns' | 'prompts' | 'system' | 'log'
> {
  /**
   * Signs the user in with these scopes (full names). Undefined if the user cancels.
   * @param account id of the expected account.
   */
  readonly newSession: (
    scopes: readonly string[],
    account: string | undefined,
  ) => Promise<Connection | undefined>;
}

/** Reasons that mean “no session” rather than a failure: VS Code then offers to sign in. */
const ENDED: ReadonlySet<string> = new Set(['notSignedIn', 'signedOut', 'signInForOtherOrigin']);

/**
 * Offers the accounts of connections to VS Code and to extensions that the user allows.
 * VS Code serializes its calls, so only `createSession` may wait for the user.
 */
export class AccountProvider implements vscode.AuthenticationProvider, Disposable {
  readonly #deps: AccountProviderDeps;
  readonly #changed = new Emitter<Changes>();
  readonly #subscription: Disposable;
  // Sessions last reported to VS Code. Undefined until it requests them.
  #reported: ReadonlyMap<string, ReportedSession> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  readonly onDidChangeSessions = this.#changed.event;

  constructor(deps: AccountProviderDeps, reportedNone: boolean) {
    this.#deps = deps;
    if (reportedNone) this.#reported = new Map();
    // Includes sign-ins and sign-outs in other windows.
    this.#subscription = deps.connections.onDidChange(() => this.update());
  }

  update(): void {
    this.#inTurn(() => this.#report()).catch((error: unknown) => this.#warn(error));
  }

  /**
   * Returns all accounts without tokens if `scopes` is undefined, and none for an empty list.
   * Otherwise returns accounts with these scopes, each with a valid token limited to them.
   */
  async getSessions(
    scopes: readonly string[] | undefined,
    { account }: vscode.AuthenticationProviderSessionOptions = {},
  ): Promise<Session[]> {
    const all = await this.#inTurn(async () => {
      const found = await this.#signedIn();
      this.#reported ??= reportedSessions(found);
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
    // An empty list would make VS Code ask the user to sign in again.
    if (failure && sessions.length === 0) throw failure;
    if (failure) this.#warn(failure);
    return sessions;
  }

  /**
   * Throws `CancelledError` if the user cancels, `missingScopes` if not all scopes were granted,
   * `noScopes` if none were requested.
   */
  async createSession(
    scopes: readonly string[],
    { account }: vscode.AuthenticationProviderSessionOptions = {},
  ): Promise<Session> {
    const asked = fullNames(scopes);
    if (asked.length === 0) {
      throw new AppError('noScopes', l10n.t('The other extension didn’t request any scopes.'), {
        hint: l10n.t('Extensions must specify the scopes they need.'),
      });
    }
    const connection = await this.#deps.newSession(asked, account?.id);
    if (!connection) throw new CancelledError();
    const all = await this.#inTurn(() => this.#report({ id: connection.id, scopes }));
    const created = all.find((one) => one.connection.id === connection.id);
    if (!created) throw new CancelledError();
    if (!isGranted(created, asked)) {
      throw new AppError(
        'missingScopes',
        l10n.t('The sign-in for “{0}” doesn’t grant all requested scopes.', connection.name),
        { hint: l10n.t('Sign in again and allow all requested access.') },
      );
    }
    return await this.#open(created, scopes);
  }

  /** Signs out; VS Code has already asked for confirmation. Shows errors instead of throwing them. */
  async removeSession(id: string): Promise<void> {
    const { connections } = this.#deps;
    const accounts = await this.#accounts();
    const account = await accounts.find(id);
    if (!account) return;
    const outcome = await accounts.signOut(id);
    const name = account.email ?? connections.find(id)?.name ?? new URL(account.origin).host;
    const { notifySignedOut } = await import('./signOut');
    notifySignedOut(this.#deps, name, [outcome]);
    await this.#inTurn(() => this.#report());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #signedIn(): Promise<readonly SignedIn[]> {
    const withAccounts = this.#deps.connections.users.filter(({ auth }) => auth === 'oauth');
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

  /**
   * Reports the difference from the last report.
   * @param created a session to report as new in any case.
   */
  async #report(created?: {
    readonly id: string;
    readonly scopes: readonly string[];
  }): Promise<readonly SignedIn[]> {
    const all = await this.#signedIn();
    const reported = reportedSessions(all);
    const changes = sessionChanges(
      this.#reported ?? new Map<string, ReportedSession>(),
      reported,
      created,
    );
    this.#reported = reported;
    if (changes) this.#changed.fire(changes);
    return all;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #accounts(): Promise<OAuthAccounts> {
    return (await this.#deps.signIns()).accounts;
  }

  #warn(error: unknown): void {
    this.#deps.log.warn(`auth: accounts: ${errorMessage(error)}`);
  }
}

function fullNames(scopes: readonly string[]): readonly string[] {
  return splitScopes(scopes.join(' '));
}

function isEnded(error: unknown): boolean {
  return error instanceof AppError && ENDED.has(String(error.reason));
}

interface SignedIn {
  readonly connection: Connection;
  readonly account: Account;
}

/** VS Code stores extension permissions by id and label. */
function labelOf({ connection, account }: SignedIn): string {
  return account.email ?? connection.name;
}

function sessionOf(one: SignedIn, scopes: readonly string[] = one.account.granted): Session {
  const label = labelOf(one);
  const { id } = one.connection;
  return { id, accessToken: '', account: { id: label, label }, scopes: [...scopes] };
}

function reportedSessions(all: readonly SignedIn[]): ReadonlyMap<string, ReportedSession> {
  return new Map(
    all.map((one) => {
      const { connection, account } = one;
      const state = JSON.stringify([account.session, account.origin, connection.endpoint]);
      return [connection.id, { session: sessionOf(one), state }] as const;
    }),
  );
}

function isGranted({ account }: SignedIn, scopes: readonly string[]): boolean {
  return scopes.every((scope) => account.granted.includes(scope));
}

interface ReportedSession {
  readonly session: Session;
  /** Changes once earlier tokens become invalid. */
  readonly state: string;
}

/**
 * Returns the changes between two reports, or undefined. A session with a different account is removed and
 * added.
 * @param created added with exactly these scopes, so that VS Code clears its sign-in request.
 */
function sessionChanges(
  before: ReadonlyMap<string, ReportedSession>,
  now: ReadonlyMap<string, ReportedSession>,
  created?: { readonly id: string; readonly scopes: readonly string[] },
): Changes | undefined {
  const added: Session[] = [];
  const removed: Session[] = [];
  const changed: Session[] = [];
  for (const [id, { session }] of before) {
    if (!isSameAccount(session, now.get(id)?.session)) removed.push(session);
  }
  for (const [id, reported] of now) {
    const { session } = reported;
    const former = before.get(id);
    if (id === created?.id) added.push({ ...session, scopes: [...created.scopes] });
    else if (!isSameAccount(session, former?.session)) added.push(session);
    // VS Code lists an account once and drops it when one of its sessions is removed.
    else if (!isSame(reported, former) || removed.some((gone) => isSameAccount(gone, session)))
      changed.push(session);
  }
  return added.length + removed.length + changed.length > 0
    ? { added, removed, changed }
    : undefined;
}

function isSameAccount(one: Session, other: Session | undefined): boolean {
  return one.account.id === other?.account.id;
}

function isSame(reported: ReportedSession, former: ReportedSession | undefined): boolean {
  return (
    reported.state === former?.state &&
    JSON.stringify(reported.session.scopes) === JSON.stringify(former.session.scopes)
  );
}
