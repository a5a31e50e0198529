import type { Connection } from '../service/connection';
import type { Account } from './oauth/oauthAccounts';
import type { AuthParts } from './parts';
import { isSameGrant } from './sameGrant';

export type DeletionTextParts = Pick<AuthParts, 'l10n' | 'connections' | 'signIns'>;

/** Sentences that say beforehand what is deleted with the credential of a connection. */
export async function deletionText(
  parts: DeletionTextParts,
  { id, auth }: Connection,
): Promise<string> {
  const { l10n } = parts;
  switch (auth) {
    case 'apiKey':
      return l10n.t('Its API key is deleted from the secret storage of VS Code.');
    case 'oauth': {
      const others = await sharersOf(parts, id);
      return [
        l10n.t('It is signed out, here and at the sign-in server.'),
        l10n.t('Its OAuth client is deleted from the secret storage of VS Code.'),
        ...(others.length === 0
          ? []
          : [
              l10n.t(
                'This also ends the other sign-ins of the account with this client: {0}.',
                others.map((name) => `“${name}”`).join(', '),
              ),
            ]),
      ].join(' ');
    }
    case 'adc':
      return l10n.t('The application default credentials of this machine stay as they are.');
    case 'none':
      return l10n.t('No credential is stored for it.');
  }
}

/**
 * Names of the connections whose sign-in ends with this one: what is revoked is what the account allowed
 * the client, for all of them together.
 */
async function sharersOf(
  { connections, signIns }: DeletionTextParts,
  id: string,
): Promise<readonly string[]> {
  let accounts: readonly Account[];
  try {
    accounts = await (await signIns()).accounts.list();
  } catch {
    // Told by who deletes them.
    return [];
  }
  const own = accounts.find((account) => account.id === id);
  if (!own) return [];
  return accounts
    .filter((other) => isSameGrant(other, own))
    .map((other) => connections.find(other.id)?.name ?? new URL(other.origin).host);
}
