import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { Room } from '../room';
import type { Role } from './askForRole';
import { labelOf } from './labelOf';

/** Asks once more before everyone gets access, with what that means. */
export async function confirmEveryone(
  room: Room,
  resource: ResourceRef,
  role: Role,
): Promise<boolean> {
  const { l10n, prompts } = room;
  const isModel = kindRow(resource.kind).message === 'TunedModel';
  const name = plainText(resource.name);
  const reads = isModel
    ? l10n.t('Everyone who uses the service can then generate with it, by its name {0}.', name)
    : l10n.t(
        'Everyone who uses the service can then query it and read what its documents say, by its name {0}.',
        name,
      );
  const writes = l10n.t('They can also change it, and share it with others.');
  // Published for tuned models only.
  const lists = l10n.t(
    'Other people’s lists leave it out unless they ask for what everyone may read. They can use it all the same.',
  );
  const ends = isModel
    ? l10n.t('You can revoke this at any time.')
    : l10n.t('You can revoke this at any time. What was read until then stays read.');
  const parts = [reads, ...(role === 'WRITER' ? [writes] : []), ...(isModel ? [lists] : []), ends];
  const share = l10n.t('Share with Everyone');
  const answer = await prompts.confirm(
    l10n.t('Share “{0}” with everyone?', labelOf(room, resource)),
    { detail: parts.join('\n\n'), actions: [share] },
  );
  return answer === share;
}
