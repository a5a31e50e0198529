import type { ClosedBy } from '../service/closedBy';
import { EMULATOR_ID } from '../service/connection';
import type { SignIns } from './oauth/signIns';

/**
 * What a connection's credential does not open. Of gateways, which add what they like, and of application
 * default credentials nothing is known; the emulator has an account for what takes no key.
 */
export function closedOperations(signIns: {
  readonly load: () => Promise<Pick<SignIns, 'accounts'>>;
}): ClosedBy {
  return async ({ id, auth }) => {
    if (id === EMULATOR_ID || auth === 'none' || auth === 'adc') return () => undefined;
    if (auth === 'apiKey') {
      return ({ accepts }) => (accepts === 'oauth' ? 'needsAccount' : undefined);
    }
    const { accounts } = await signIns.load();
    const account = await accounts.find(id);
    return ({ accepts, scopes }) => {
      if (accepts === 'none') return undefined;
      if (!account) return 'needsSignIn';
      return scopes.some((scope) => account.granted.includes(scope)) ? undefined : 'needsScopes';
    };
  };
}
