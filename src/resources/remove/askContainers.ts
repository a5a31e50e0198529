import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import { CancelledError } from '../../base/errors';
import { mapConcurrent } from '../../base/async';
import type { ResourceRef } from '../../catalog/ref';
import type { LiveItem } from '../../platform/prompts';
import type { Calls } from '../../service/calls';
import { listPages } from '../../service/tableCalls';
import { daysText, nameBelow, describeResources, type LabelledResource } from '../resourceTexts';
import type { ResourcesContext } from '../context';

interface ContainerAnswer {
  readonly isCopied: boolean;
  readonly below: Below;
  readonly isWhole: boolean;
}

/** Maximum number of chunks backed up by default. */
const MAX_BACKUP_CHUNKS = 10_000;

type Row = 'count' | 'copy' | 'delete';

/**
 * Counts the content in an open quick pick and asks whether to back it up. Undefined if dismissed. Resolves
 * immediately if there is no content.
 */
export async function askContainers(
  context: ResourcesContext,
  containers: readonly LabelledResource[],
): Promise<ContainerAnswer | undefined> {
  const { prompts, services } = context;
  const list = prompts.live<Row>();
  const counting = new AbortController();
  const state = {
    below: { documents: 0, chunks: 0 } as Below,
    phase: 'counting' as 'counting' | 'stopped' | 'counted',
    chosenCopy: undefined as boolean | undefined,
    isFirst: true,
  };
  const days = context.trashDays();
  const isCopied = (): boolean =>
    days > 0 && (state.chosenCopy ?? state.below.chunks <= MAX_BACKUP_CHUNKS);
  const countRow = (): LiveItem<Row> => {
    const counted = nameBelow(state.below);
    const texts = {
      counting: {
        label: l10n.t('{0} so far', counted),
        detail: l10n.t('Select to stop counting.'),
      },
      stopped: { label: l10n.t('At least {0}', counted), detail: l10n.t('Counting was stopped.') },
      counted: { label: counted, detail: l10n.t('Will also be deleted.') },
    };
    return { ...texts[state.phase], icon: 'list-tree', value: 'count' };
  };
  const copyRow = (): LiveItem<Row> => {
    const label = l10n.t('Keep a copy in trash');
    if (days === 0) {
      const detail = l10n.t('Trash is turned off because “generativeLanguage.trash.days” is 0.');
      return { label, detail, icon: 'circle-slash', value: 'copy' };
    }
    return {
      label,
      description: isCopied() ? l10n.t('On') : l10n.t('Off'),
      detail: l10n.t('Saved before deletion and available for {0}.', daysText(days)),
      icon: isCopied() ? 'pass-filled' : 'circle-large-outline',
      value: 'copy',
    };
  };
  const show = (): void => {
    const remove: LiveItem<Row> = {
      label: l10n.t('Delete…'),
      detail: l10n.t('You’ll be asked to type a confirmation.'),
      icon: 'trash',
      value: 'delete',
      active: state.isFirst,
    };
    state.isFirst = false;
    list.update({
      title: l10n.t('Delete {0}', describeResources(containers)),
      placeholder: l10n.t('All contents will also be deleted'),
      isBusy: state.phase === 'counting',
      items: [countRow(), copyRow(), remove],
    });
  };
  try {
    return await new Promise<ContainerAnswer | undefined>((resolve, reject) => {
      const answer = (): ContainerAnswer => ({
        isCopied: isCopied(),
        below: state.below,
        isWhole: state.phase === 'counted',
      });
      list.onDidDismiss(() => resolve(undefined));
      list.onDidChoose(({ value }) => {
        if (value === 'delete') resolve(answer());
        if (value === 'copy' && days > 0) state.chosenCopy = !isCopied();
        if (value === 'count' && state.phase === 'counting') {
          state.phase = 'stopped';
          counting.abort(new CancelledError());
        }
        show();
      });
      show();
      const refs = containers.map(({ ref }) => ref);
      const onProgress = (below: Below): void => {
        if (state.phase !== 'counting') return;
        state.below = below;
        show();
      };
      countBelow(services.calls, refs, onProgress, counting.signal).then(
        (below) => {
          if (state.phase !== 'counting') return;
          Object.assign(state, { below, phase: 'counted' });
          if (below.documents + below.chunks === 0) resolve(answer());
          else show();
        },
        (error: unknown) => {
          if (!CancelledError.is(error))
            reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });
  } finally {
    counting.abort(new CancelledError());
    list.dispose();
  }
}

interface Below {
  readonly documents: number;
  readonly chunks: number;
}

const PARALLEL = 4;

/**
 * Counts the content of corpora and documents by paging, because the API has no count. Reports after each
 * page. Throws list errors, or if aborted.
 */
async function countBelow(
  calls: Calls,
  containers: readonly ResourceRef[],
  onProgress: (below: Below) => void,
  signal: AbortSignal,
): Promise<Below> {
  const below = { documents: 0, chunks: 0 };
  await mapConcurrent(PARALLEL, documents(), async (document) => {
    const chunks: ResourceRef = { ...document, kind: 'chunk', collection: true };
    for await (const page of listPages(calls, chunks, signal)) {
      below.chunks += page.length;
      onProgress({ ...below });
    }
  });
  return { ...below };

  async function* documents(): AsyncGenerator<ResourceRef, void, undefined> {
    for (const container of containers) {
      if (container.kind === 'document') {
        yield container;
        continue;
      }
      const collection: ResourceRef = { ...container, kind: 'document', collection: true };
      for await (const page of listPages(calls, collection, signal)) {
        below.documents += page.length;
        onProgress({ ...below });
        for (const one of page) {
          yield { ...container, kind: 'document', name: textAt(one, 'name') };
        }
      }
    }
  }
}
