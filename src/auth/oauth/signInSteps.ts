import type { AppError } from '../../base/errors';
import type { TokenAnswer } from './tokenAnswer';

/** Where a sign-in is. */
export type SignInStep =
  | {
      readonly kind: 'waiting';
      /** The authorization page, to open in the system's browser or to copy. It holds no secret. */
      readonly url: string;
      /** Whether the browser can reach the receiver; if not, only a pasted address helps. */
      readonly isReachable: boolean;
      /** What is asked for. */
      readonly scopes: readonly string[];
    }
  | { readonly kind: 'preparing' | 'exchanging' | 'checking' };

/** A sign-in that succeeded. It is not stored yet. */
export interface SignedIn {
  readonly tokens: TokenAnswer & { readonly refreshToken: string };
  /** Full names. */
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  /** What was asked for and not granted. */
  readonly missing: readonly string[];
  /** Undefined where the server did not say; `identityError` tells why. */
  readonly email?: string;
  readonly identityError?: AppError;
  /** The account is another one than the page was asked for. */
  readonly isOtherAccount: boolean;
}
