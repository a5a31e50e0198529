import { AppError } from '../base/errors';
import { kindRow } from '../catalog/kinds';
import { resourcesOf } from './resourcesOf';
import type { ResourceFlow } from './room';

/** Copies how prompts name files, one on a line. */
export const copyUri: ResourceFlow = async (room, targets) => {
  const { l10n, system } = room;
  const files = await resourcesOf(room, targets);
  if (files.length === 0) return;
  const row = kindRow('file');
  const uris = files.map(({ resource }) => row.address?.(resource));
  const known = uris.filter((uri) => uri !== undefined);
  if (known.length === 0) {
    throw new AppError('noAddress', l10n.t('The service gave no address for prompts.'), {
      hint: l10n.t('A file has one once its content has come.'),
    });
  }
  await system.copy(known.join('\n'));
  const [only] = known;
  room.tell(
    known.length === 1
      ? l10n.t('Copied {0}', only ?? '')
      : l10n.t('Copied the addresses of {0} files', known.length),
  );
};
