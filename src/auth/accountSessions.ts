import type * as vscode from 'vscode';
import type { Connection } from '../service/connection';
import type { Account } from './oauth/oauthAccounts';
import type { ToldSession } from './sessionChanges';

type Session = vscode.AuthenticationSession;

/** A connection that somebody is signed in to. */
export interface SignedIn {
  readonly connection: Connection;
  readonly account: Account;
}

/** Id and label of an account: VS Code keeps by it which extensions the user allowed. */
export function labelOf({ connection, account }: SignedIn): string {
  return account.email ?? connection.name;
}

/** Without a token. */
export function sessionOf(one: SignedIn, scopes: readonly string[] = one.account.granted): Session {
  const label = labelOf(one);
  const { id } = one.connection;
  return { id, accessToken: '', account: { id: label, label }, scopes: [...scopes] };
}

/** By the id of the connection, which is that of the session too. */
export function toldOf(all: readonly SignedIn[]): ReadonlyMap<string, ToldSession> {
  return new Map(
    all.map((one) => {
      const { connection, account } = one;
      const state = JSON.stringify([account.session, account.origin, connection.endpoint]);
      return [connection.id, { session: sessionOf(one), state }] as const;
    }),
  );
}

/** @param scopes full names. */
export function isGranted({ account }: SignedIn, scopes: readonly string[]): boolean {
  return scopes.every((scope) => account.granted.includes(scope));
}
