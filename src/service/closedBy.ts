import type { CredentialNeed } from '../api/credentialNeed';
import type { Connection } from './connection';

/** Why a credential does not open something: it is a key, nobody is signed in, or access was not granted. */
export type ClosedReason = 'needsAccount' | 'needsSignIn' | 'needsScopes';

/**
 * Tells of a connection what its credential does not open, as far as that is known without asking the
 * service. The room `auth` knows it.
 */
export type ClosedBy = (
  connection: Connection,
) => Promise<(need: CredentialNeed) => ClosedReason | undefined>;
