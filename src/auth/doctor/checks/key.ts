import type { Check } from '../check';
import { isUsers } from '../context';
import { addKeyFix } from '../fixes';

/** The stored key, and whether it was entered for where it would be sent. */
export const keyCheck: Check = {
  id: 'key',
  title: (l10n) => l10n.t('API key'),
  appliesTo: (connection) => connection.auth === 'apiKey' && isUsers(connection),
  async run(context) {
    const { parts, connection } = context;
    const { vault, l10n } = parts;
    const stored = await vault.read(connection.id);
    if (!stored) {
      return {
        state: 'failed',
        says: l10n.t('No API key is stored.'),
        hint: l10n.t('Add the key again.'),
        fixes: [addKeyFix(context)],
      };
    }
    const [made, used] = [stored.origin, connection.endpoint].map((origin) => new URL(origin).host);
    if (stored.origin !== connection.endpoint) {
      return {
        state: 'failed',
        says: l10n.t(
          'The API key was entered for {0}, and the connection is to {1}.',
          made ?? '',
          used ?? '',
        ),
        hint: l10n.t('Add the key for this endpoint, or correct the endpoint.'),
        fixes: [addKeyFix(context)],
      };
    }
    return { state: 'passed', says: l10n.t('A key is stored, for {0} only.', used ?? '') };
  },
};
