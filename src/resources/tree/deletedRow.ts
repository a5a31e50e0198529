import * as l10n from '@vscode/l10n';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { Prompts } from '../../platform/prompts';
import type { Store } from '../../service/store';
import { labelledResource } from '../resourceTexts';

interface DeletedRowDeps {
  readonly prompts: Pick<Prompts, 'notify'>;
  readonly store: Pick<Store, 'find' | 'remove'>;
  readonly refresh: (collection: ResourceRef) => Promise<unknown>;
}

/** Reports that a row's resource was deleted by another window or app. */
export async function notifyDeleted(
  { prompts, store, refresh }: DeletedRowDeps,
  target: ResourceRef,
): Promise<void> {
  const again = l10n.t('Refresh');
  const remove = l10n.t('Remove from List');
  const { label } = labelledResource(target, store.find(target));
  const text = l10n.t('“{0}” was not found. It may have been deleted elsewhere.', label);
  const answer = await prompts.notify('warning', text, again, remove);
  if (answer === again) await refresh(collectionRef(target));
  if (answer === remove) store.remove([target]);
}
