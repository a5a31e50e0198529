import { AppError, errorMessage } from '../base/errors';
import type { Connection } from '../service/connection';
import type { SignIns } from './oauth/signIns';

/** What is known of the account behind a connection. */
export type AccountState =
  /** Not read yet, or the connection has none. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signedOut' }
  /** `origin` is the one that the sign-in was made for. */
  | {
      readonly kind: 'signedIn';
      readonly email?: string;
      readonly origin: string;
      /** The server has turned the sign-in down for good. */
      readonly isEnded?: true;
    }
  /** `message` says why and what to do, in sentences. */
  | { readonly kind: 'unreadable'; readonly message: string };

/** Reads who is signed in, without asking any server. Never throws. */
export async function readAccountState(
  signIns: () => Promise<Pick<SignIns, 'accounts'>>,
  { id }: Connection,
): Promise<AccountState> {
  try {
    const { accounts } = await signIns();
    const account = await accounts.find(id);
    if (!account) return { kind: 'signedOut' };
    const { email, origin, isEnded } = account;
    return {
      kind: 'signedIn',
      origin,
      ...(email === undefined ? {} : { email }),
      ...(isEnded ? { isEnded } : {}),
    };
  } catch (error) {
    const hint = error instanceof AppError ? error.hint : undefined;
    return { kind: 'unreadable', message: [errorMessage(error), hint].filter(Boolean).join(' ') };
  }
}
