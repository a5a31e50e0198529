import { operationRow } from '../../api/operations';
import type { DocumentSubject } from '../../catalog/documents';
import { canDo, kindOperations } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { L10n } from '../../platform/l10n';

/** Whether a document can be saved: what can be changed, or why nothing can. */
export interface Writability {
  readonly isWritable: boolean;
  /** One short sentence for the top of the document. */
  readonly sentence: string;
}

/** Follows from the operations that the kind has in the document's version. */
export function writability({ ref, form }: DocumentSubject, l10n: L10n): Writability {
  const { noun, nouns } = kindRow(ref.kind);
  if (ref.collection) {
    const sentence = l10n.t('Save to create this {0}.', l10n.t(noun.message));
    return { isWritable: true, sentence };
  }
  const { patch } = kindOperations(ref.kind);
  if (patch === undefined) {
    const sentence = l10n.t('Read-only: the service cannot change {0}.', l10n.t(nouns.message));
    return { isWritable: false, sentence };
  }
  if (!canDo(ref.kind, 'patch', ref.version)) {
    const others = operationRow(patch).versions.join(', ');
    const what = l10n.t(nouns.message);
    return {
      isWritable: false,
      sentence: l10n.t(
        'Read-only: {0} cannot change {1}, only {2} can.',
        ref.version,
        what,
        others,
      ),
    };
  }
  const fields = form === 'json' ? (operationRow(patch).mask ?? []) : ['data'];
  return { isWritable: true, sentence: l10n.t('Can be changed: {0}', fields.join(', ')) };
}
