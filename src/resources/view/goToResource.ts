import { AppError } from '../../base/errors';
import { canDo } from '../../catalog/kindOperations';
import type { Flow } from '../room';
import { readAddress } from './readAddress';

/** Opens a resource by its name, or by an address that has it, and shows its row where that is loaded. */
export const goToResource: Flow = async (room) => {
  const { l10n, prompts, services } = room;
  const { active } = services.connections;
  if (!active) {
    throw new AppError('noConnection', l10n.t('There is no connection to look for it.'), {
      hint: l10n.t('Add a connection, or try the built-in emulator.'),
    });
  }
  const text = await prompts.input({
    title: l10n.t('Go to Resource'),
    prompt: l10n.t('Name of a resource, or an address that has it'),
    placeholder: 'corpora/my-corpus/documents/my-document',
    validate: (value) =>
      readAddress(value, active)
        ? undefined
        : l10n.t('This names no resource. Names look like models/x, files/x or corpora/x.'),
  });
  const ref = text === undefined ? undefined : readAddress(text, active);
  if (!ref) return;
  if (canDo(ref.kind, 'get', ref.version)) await room.openDocument(ref, { preview: false });
  await room.reveal(ref);
};
