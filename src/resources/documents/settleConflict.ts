import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import { plainText } from '../../platform/plainText';
import type { SaveInput, SaveParts } from './saveResource';

/** A document and what somebody else made of its resource. */
export interface Conflict extends Pick<SaveInput, 'ref' | 'isByHand' | 'compare'> {
  readonly theirs: JsonObject;
  /** What the document changes. */
  readonly fields: readonly string[];
  /** What was changed meanwhile. */
  readonly changedThere: readonly string[];
}

/** Asks what counts. Throws where the document stays unsaved: nothing is lost then on either side. */
export async function settleConflict(
  { prompts, l10n }: Pick<SaveParts, 'prompts' | 'l10n'>,
  { ref, isByHand, compare, theirs, fields, changedThere }: Conflict,
): Promise<'overwrite' | 'reload'> {
  const noun = l10n.t(kindRow(ref.kind).noun.message);
  const unsaved = (hint: string): AppError =>
    new AppError('conflict', l10n.t('Somebody else changed the {0} meanwhile.', noun), { hint });
  if (!isByHand) throw unsaved(l10n.t('Save it by hand to choose what counts.'));
  const [doCompare, overwrite, reload] = [
    l10n.t('Compare'),
    l10n.t('Overwrite'),
    l10n.t('Reload'),
  ] as const;
  const message = l10n.t('Somebody else changed the {0} “{1}” since you read it.', noun, ref.name);
  const detail = [
    l10n.t('Changed there: {0}.', changedThere.map(plainText).join(', ')),
    l10n.t('Changed by you: {0}.', fields.join(', ')),
    l10n.t('Overwrite sends only what you changed. Reload gives up what you changed.'),
  ].join('\n');
  const choice = await prompts.confirm(message, {
    detail,
    actions: [doCompare, overwrite, reload],
  });
  if (choice === overwrite) return 'overwrite';
  if (choice === reload) return 'reload';
  if (choice === doCompare) await compare(theirs);
  throw unsaved(l10n.t('Your changes are still in the editor. Save again to choose.'));
}
