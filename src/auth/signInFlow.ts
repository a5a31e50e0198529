import type { ConnectionTarget } from '../catalog/ref';
import type { AuthParts } from './parts';
import { runSignIn } from './runSignIn';

export { pickClient } from './pickClient';
export { signInTo, type SignInWish } from './signInTo';

/**
 * The command: signs in to the target, else to the active connection where it has accounts, else to one
 * that has, or that is made for it. `target.scopes`: one of them must be among what is granted.
 */
export async function signIn(parts: AuthParts, target?: ConnectionTarget): Promise<void> {
  await runSignIn(parts, target, async (endpoint, wish) => {
    // It signs in by this file: each would load the other.
    const { addAccountConnection } = await import('./addConnection');
    return await addAccountConnection(parts, endpoint, wish);
  });
}
