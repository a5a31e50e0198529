import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import { plainText } from '../../platform/plainText';
import { createCall } from '../../service/tableCalls';
import { nameBelow, shortLabel } from '../resourceTexts';
import type { ResourcesContext } from '../context';
import { roleWord } from '../sharing/permissions';
import { createTop, forgetBelow, newBody } from '../transfer/createTop';
import { type FailedLine, importRecords, reportFailedLines } from '../transfer/importRecords';
import { readExport } from '../transfer/exportResource';
import type { TrashCopy } from './trash';

/**
 * Restores a corpus or document from its backup. `missing`: incomplete or canceled, so the backup is still
 * required. `unshared`: permissions weren't restored.
 */
export async function restoreCopy(
  context: ResourcesContext,
  copy: TrashCopy,
  pieces: AsyncIterable<Uint8Array>,
  task: Task,
): Promise<'whole' | 'unshared' | 'missing'> {
  const { signal } = task;
  const { records, header } = await readExport(pieces);
  const first = await records.next();
  const record = first.done === true ? undefined : first.value;
  if (record?.kind !== header.kind) {
    throw new AppError('badExport', l10n.t('The copy in trash can no longer be read.'));
  }
  const top = await createTop(context, collectionRef(copy.ref), record.value, signal);
  if (!top) return 'missing';
  const isDocument = header.kind === 'document';
  const corpus = isDocument
    ? { ...top, kind: 'corpus' as const, name: top.name.split('/').slice(0, 2).join('/') }
    : top;
  const failed: FailedLine[] = [];
  const unshared: CopiedPermission[] = [];
  const result = await importRecords(
    context,
    records,
    {
      corpus,
      ...(isDocument && { document: { from: header.name, to: top.name } }),
      withPermissions: false,
    },
    {
      signal,
      onProgress: (counts) => {
        const total = copy.chunks;
        const text = l10n.t('Restored {0}', nameBelow(counts));
        task.report(total > 0 ? { text, done: counts.chunks, total } : { text });
      },
      onFailed: (line, reason) => failed.push({ line, reason }),
      onUnshared: (line, permission) => unshared.push({ line, permission }),
    },
  );
  forgetBelow(context, top);
  context.services.store.restored([top]);
  const shown = { ref: top, label: kindRow(top.kind).label(record.value) };
  const isShared = await shareAgain(context, shown, unshared, signal, (one) => failed.push(one));
  if (failed.length > 0) void reportFailedLines(context, copy.file, failed);
  if (failed.length > 0 || !result.isWhole) return 'missing';
  return isShared ? 'whole' : 'unshared';
}

interface CopiedPermission {
  readonly line: number;
  readonly permission: JsonObject;
}

const SHOWN = 10;

/**
 * Restores a corpus's permissions if the user confirms. False if not shared. Throws if canceled or if no
 * further call can succeed.
 */
async function shareAgain(
  context: ResourcesContext,
  { ref: corpus, label }: { readonly ref: ResourceRef; readonly label: string },
  copied: readonly CopiedPermission[],
  signal: AbortSignal,
  onFailed: (failed: FailedLine) => void,
): Promise<boolean> {
  if (copied.length === 0) return true;
  const { prompts, services } = context;
  const people = copied.map(({ permission }) =>
    l10n.t(
      '{0}: {1}',
      shortLabel(kindRow('corpusPermission').label(permission)),
      roleWord(permission.role),
    ),
  );
  const more = people.length - SHOWN;
  const isPublic = copied.some(({ permission }) => permission.granteeType === 'EVERYONE');
  const detail = [
    ...people.slice(0, SHOWN),
    ...(more > 0 ? [l10n.t('and {0} more', more.toLocaleString('en'))] : []),
    ...(isPublic
      ? ['', l10n.t('Anyone using the Gemini API will be able to query it and read its documents.')]
      : []),
  ].join('\n');
  const again = l10n.t('Share Again');
  const question = l10n.t('“{0}” was restored. Share it again as before?', shortLabel(label));
  if ((await prompts.confirm(question, { detail, actions: [again] })) !== again) return false;
  const collection: ResourceRef = { ...corpus, kind: 'corpusPermission', collection: true };
  for (const { line, permission } of copied) {
    const { id, input } = createCall(collection, newBody('corpusPermission', permission));
    try {
      const made = await services.calls.call(corpus, id, input, { signal });
      const { connection, version, kind } = collection;
      services.store.merge({ connection, version, kind, name: textAt(made, 'name') }, made);
    } catch (error) {
      if (!(error instanceof ServiceError) || ![400, 403, 404, 409].includes(error.httpStatus)) {
        throw error;
      }
      // HTTP 409: the permission already exists.
      if (error.httpStatus !== 409) onFailed({ line, reason: plainText(errorMessage(error)) });
    }
  }
  return true;
}
