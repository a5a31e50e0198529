import type { StoredClient } from './oauth/clientStore';
import type { Account } from './oauth/oauthAccounts';
import type { KnownScopes } from './oauth/scopesToAsk';
import type { SignIns } from './oauth/signIns';

/** What a connection has before it signs in. */
export interface Former {
  readonly account: Account | undefined;
  readonly stored: StoredClient | undefined;
  readonly scopes: KnownScopes;
}

/**
 * Reads what is stored of a connection. What can't be read is as good as not there: without a keyring one
 * signs in all the same.
 */
export async function readFormer(
  { accounts, clients }: SignIns,
  id: string,
  clientId?: string,
): Promise<Former> {
  const account = await accounts.find(id).catch(() => undefined);
  const stored = await clients.read(id).catch(() => undefined);
  // Another client may be allowed what the one before was refused.
  const isSame = clientId === undefined || clientId === stored?.client.id;
  const { asked = [], granted = [] } = account ?? {};
  return {
    account,
    stored,
    scopes: { remembered: isSame ? stored?.scopes : undefined, asked, granted },
  };
}
