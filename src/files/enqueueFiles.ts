import * as l10n from '@vscode/l10n';
import { textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import { AppError, CancelledError, userMessage } from '../base/errors';
import { topCollection } from '../catalog/kindOperations';
import { describeWithCauses } from '../platform/report';
import type { Connection } from '../service/connection';
import type { FilesContext } from './context';
import { shortName } from './names';
import type { UploadEntry, UploadInto } from './uploadJob';
import type { UserFile } from './openSource';

/** `openSource` reasons for a file that changed after the user confirmed. Reported at the end. */
const UNREAD: ReadonlySet<unknown> = new Set(['fileGone', 'notReadable', 'sourceChanged']);

export interface FileToSend {
  readonly file: UserFile;
  readonly displayName: string;
  readonly mimeType: string;
  readonly entry?: UploadEntry;
}

/**
 * Queues files for upload in the background and reports once all have ended. Resolves when the last
 * job is on disk. `used` are existing files that replace an upload.
 */
export async function enqueueFiles(
  context: FilesContext,
  connection: Connection,
  files: readonly FileToSend[],
  used: readonly JsonObject[] = [],
  into?: UploadInto,
): Promise<void> {
  const { queue, report } = context;
  const sent: SentFile[] = [];
  const unsent: FailedFile[] = [];
  for (const { file, displayName, mimeType, entry } of files) {
    try {
      const { done } = await queue.add({
        connection: connection.id,
        file,
        displayName,
        mimeType,
        ...(into && { into }),
        ...(entry && { entry }),
      });
      // `reportResults` handles the rejection.
      done.catch(() => undefined);
      sent.push({ displayName, done });
    } catch (error) {
      if (!(error instanceof AppError && UNREAD.has(error.reason))) {
        void report('uploadFiles', error);
        continue;
      }
      context.log.warn(`files: ${describeWithCauses(error)}`);
      unsent.push({ displayName, reason: userMessage(error) });
    }
  }
  const [first] = sent;
  if (first) {
    context.showStatus(
      sent.length === 1
        ? l10n.t('Uploading {0}', shortName(first.displayName))
        : l10n.t('Uploading {0} files', sent.length.toLocaleString('en')),
    );
  }
  let uploaded = 0;
  for (const { done } of sent) {
    void done.then(
      () => {
        uploaded += 1;
        context.showStatus(uploadedText(uploaded, sent));
      },
      () => undefined,
    );
  }
  // Not awaited: uploads outlive the command.
  const isAskable = into === undefined && files.every(({ entry }) => entry === undefined);
  void reportResults(context, connection, sent, { used, unsent, isAskable }).catch(
    (error: unknown) => report('uploadFiles', error),
  );
}

function uploadedText(uploaded: number, sent: readonly SentFile[]): string {
  const [first] = sent;
  if (first && sent.length === 1) return l10n.t('Uploaded {0}', shortName(first.displayName));
  const [done, all] = [uploaded, sent.length].map((count) => count.toLocaleString('en'));
  return l10n.t('Uploaded {0} of {1} files', `${done}`, `${all}`);
}

interface SentFile {
  readonly displayName: string;
  readonly done: Promise<JsonObject>;
}

interface FailedFile {
  readonly displayName: string;
  readonly reason: string;
}

type ReportDeps = Pick<FilesContext, 'prompts' | 'system' | 'run' | 'show'>;

/**
 * Waits for all uploads, then reports them in one notification. Omits uploads that the user canceled.
 * `isAskable`: models only accept File resources.
 */
async function reportResults(
  context: ReportDeps,
  connection: Connection,
  sent: readonly SentFile[],
  options: Pick<Results, 'used'> & {
    readonly unsent: readonly FailedFile[];
    readonly isAskable: boolean;
  },
): Promise<void> {
  const { prompts } = context;
  const { used, unsent, isAskable } = options;
  const ends = await Promise.allSettled(sent.map(({ done }) => done));
  const uploaded = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const stopped = sent.flatMap(({ displayName }, index) => {
    const end = ends[index];
    if (end?.status !== 'rejected' || CancelledError.is(end.reason)) return [];
    return [{ displayName, reason: userMessage(end.reason) }];
  });
  const failed = [...stopped, ...unsent];
  const files = [...uploaded, ...used];
  if (files.length + failed.length === 0) return;
  const uris = files.map((file) => textAt(file, 'uri')).filter((uri) => uri !== '');
  const [only] = files;
  const copy = uris.length === 1 ? l10n.t('Copy URI') : l10n.t('Copy URIs');
  const [ask, show] = [l10n.t('Ask About File'), l10n.t('Show')];
  const answer = await prompts.notify(
    failed.length > 0 ? 'warning' : 'info',
    summary({ uploaded, used, failed }),
    ...(uris.length > 0 ? [copy] : []),
    ...(files.length === 1 && isAskable ? [ask] : []),
    ...(stopped.length > 0 ? [show] : []),
  );
  if (answer === copy) await context.system.copy(uris.join('\n'));
  if (answer === show) await context.show('activity');
  if (answer === ask && only) await askAbout(context, connection, only);
}

async function askAbout(
  { run }: Pick<ReportDeps, 'run'>,
  connection: Connection,
  file: JsonObject,
): Promise<void> {
  const collection = topCollection('file', connection);
  if (!collection) return;
  const { version, kind } = collection;
  await run('askAboutFile', [
    { connection: connection.id, version, kind, name: textAt(file, 'name') },
  ]);
}

interface Results {
  readonly uploaded: readonly JsonObject[];
  readonly used: readonly JsonObject[];
  readonly failed: readonly FailedFile[];
}

function summary({ uploaded, used, failed }: Results): string {
  const sentences: string[] = [];
  const [first] = uploaded;
  if (first) {
    sentences.push(
      uploaded.length === 1
        ? l10n.t('Uploaded “{0}”.', labelOf(first))
        : l10n.t('Uploaded {0} files.', uploaded.length.toLocaleString('en')),
    );
  }
  const [there] = used;
  if (there) {
    sentences.push(
      used.length === 1
        ? l10n.t('“{0}” already exists.', labelOf(there))
        : l10n.t('{0} files already exist.', used.length.toLocaleString('en')),
    );
  }
  const [lost] = failed;
  if (lost) {
    sentences.push(
      failed.length === 1
        ? l10n.t('Couldn’t upload “{0}”: {1}', shortName(lost.displayName), lost.reason)
        : l10n.t('Couldn’t upload {0} files.', failed.length.toLocaleString('en')),
    );
  }
  return sentences.join(' ');
}

function labelOf(file: JsonObject): string {
  return shortName(textAt(file, 'displayName') || textAt(file, 'name'));
}
