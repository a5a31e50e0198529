import type * as vscode from 'vscode';

type Session = vscode.AuthenticationSession;
type Changes = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

/** A session as VS Code was told of it, without a token. */
export interface ToldSession {
  readonly session: Session;
  /** Differs once a token of before is worth nothing any more. */
  readonly state: string;
}

/**
 * What became of the sessions; undefined where nothing did. A session whose account is another one was
 * removed, and added.
 * @param created is told as added with these scopes: VS Code takes a request to sign in off its menu when a
 * session is added that has exactly the scopes of the request.
 */
export function sessionChanges(
  before: ReadonlyMap<string, ToldSession>,
  now: ReadonlyMap<string, ToldSession>,
  created?: { readonly id: string; readonly scopes: readonly string[] },
): Changes | undefined {
  const added: Session[] = [];
  const removed: Session[] = [];
  const changed: Session[] = [];
  for (const [id, { session }] of before) {
    if (!isSameAccount(session, now.get(id)?.session)) removed.push(session);
  }
  for (const [id, told] of now) {
    const { session } = told;
    const former = before.get(id);
    if (id === created?.id) added.push({ ...session, scopes: [...created.scopes] });
    else if (!isSameAccount(session, former?.session)) added.push(session);
    // The list of VS Code has an account once: with one session of it, it drops the account.
    else if (!isSame(told, former) || removed.some((gone) => isSameAccount(gone, session)))
      changed.push(session);
  }
  return added.length + removed.length + changed.length > 0
    ? { added, removed, changed }
    : undefined;
}

function isSameAccount(one: Session, other: Session | undefined): boolean {
  return one.account.id === other?.account.id;
}

function isSame(told: ToldSession, former: ToldSession | undefined): boolean {
  return (
    told.state === former?.state &&
    JSON.stringify(told.session.scopes) === JSON.stringify(former.session.scopes)
  );
}
