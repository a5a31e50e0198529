import * as l10n from '@vscode/l10n';
import type { ResourceRef } from '../../catalog/ref';
import type { ActivityUpdate } from '../../platform/activity';
import { safeFileName } from '../../platform/safeFiles';
import { notifyDone } from '../notifyDone';
import { belowTop, nameBelow, describeResources, labelledResource } from '../resourceTexts';
import type { ResourceHandler } from '../context';
import { chooseCorpus } from '../chooseResource';
import { exportLines, type ExportProgress, type ExportCounts } from './exportFormat';

export const exportResource: ResourceHandler = async (context, [clicked]) => {
  const { localFiles, activity, services } = context;
  const isClicked = clicked?.kind === 'corpus' || clicked?.kind === 'document';
  const ref = isClicked ? clicked : await chooseCorpus(context, { title: l10n.t('Export Corpus') });
  if (!ref || ref.collection) return;
  const subject = labelledResource(ref, services.store.find(ref));
  const what = describeResources([subject]);
  const target = await localFiles.saveAs({
    title: l10n.t('Export {0}', what),
    name: safeFileName(subject.label, '.jsonl', ref.kind),
    filter: { name: l10n.t('JSON lines'), extensions: ['jsonl'] },
  });
  if (!target) return;
  let counts: ExportCounts = { documents: 0, chunks: 0, permissions: 0 };
  let isHidden = false;
  const began = context.clock.monotonic();
  await activity.run(l10n.t('Exporting {0}', what), async (task) => {
    const pieces = exportLines(services.calls, ref, {
      signal: task.signal,
      onProgress: (now) => {
        counts = now;
        task.report(soFar(ref, now));
      },
      onHiddenPermissions: () => {
        isHidden = true;
      },
    });
    await target.write(pieces, task.signal);
    const done = l10n.t('Exported {0} with {1}', what, nameBelow(belowTop(ref, counts)));
    task.conclude(
      isHidden ? l10n.t('{0} (without permissions, which only owners can see)', done) : done,
    );
  });
  notifyDone(context, began, l10n.t('Exported to {0}', target.path));
};

function soFar(top: ResourceRef, now: ExportProgress): ActivityUpdate {
  const { documents, chunks, allDocuments } = now;
  if (allDocuments === undefined) return { text: nameBelow(belowTop(top, now)) };
  const chunkText = nameBelow({ documents: 0, chunks });
  const text = l10n.t('document {0} of {1}, {2}', documents, allDocuments, chunkText);
  return { text, done: documents - 1, total: allDocuments };
}
