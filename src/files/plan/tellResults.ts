import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { CancelledError, toldOf } from '../../base/errors';
import { topCollection } from '../../catalog/kindOperations';
import type { Connection } from '../../service/connection';
import type { FilesRoom } from '../room';
import { shortName } from './shortName';

/** A file on its way: the File resource in the end. */
export interface Sent {
  readonly displayName: string;
  readonly done: Promise<JsonObject>;
}

type Parts = Pick<FilesRoom, 'prompts' | 'l10n' | 'system' | 'run' | 'show'>;

/**
 * Waits until all have come or failed, and sums up in one notification that offers their addresses. Says
 * nothing of those that the user cancelled.
 * @param used files that were there already, and are used.
 */
export async function tellResults(
  room: Parts,
  connection: Connection,
  sent: readonly Sent[],
  used: readonly JsonObject[],
): Promise<void> {
  const { prompts, l10n } = room;
  const ends = await Promise.allSettled(sent.map(({ done }) => done));
  const came = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const failed = sent.flatMap(({ displayName }, index) => {
    const end = ends[index];
    if (end?.status !== 'rejected' || CancelledError.is(end.reason)) return [];
    return [{ displayName, reason: toldOf(end.reason) }];
  });
  const files = [...came, ...used];
  if (files.length === 0 && failed.length === 0) return;
  const message = sumUp({ came, used, failed }, l10n);
  const uris = files.map((file) => textAt(file, 'uri')).filter((uri) => uri !== '');
  const [only] = files;
  const copy = uris.length === 1 ? l10n.t('Copy URI') : l10n.t('Copy URIs');
  const [ask, show] = [l10n.t('Ask About It'), l10n.t('Show')];
  const answer = await prompts.notify(
    failed.length > 0 ? 'warning' : 'info',
    message,
    ...(uris.length > 0 ? [copy] : []),
    ...(files.length === 1 ? [ask] : []),
    ...(failed.length > 0 ? [show] : []),
  );
  if (answer === copy) await room.system.copy(uris.join('\n'));
  if (answer === show) await room.show('activity');
  if (answer === ask && only) await askAbout(room, connection, only);
}

async function askAbout(
  { run }: Pick<Parts, 'run'>,
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
  readonly came: readonly JsonObject[];
  readonly used: readonly JsonObject[];
  readonly failed: readonly { readonly displayName: string; readonly reason: string }[];
}

function sumUp({ came, used, failed }: Results, l10n: FilesRoom['l10n']): string {
  const sentences: string[] = [];
  const [first] = came;
  if (first) {
    sentences.push(
      came.length === 1
        ? l10n.t('{0} is uploaded.', nameOf(first))
        : l10n.t('{0} files are uploaded.', came.length.toLocaleString('en')),
    );
  }
  const [there] = used;
  if (there) {
    sentences.push(
      used.length === 1
        ? l10n.t('{0} was there already.', nameOf(there))
        : l10n.t('{0} files were there already.', used.length.toLocaleString('en')),
    );
  }
  const [lost] = failed;
  if (lost) {
    sentences.push(
      failed.length === 1
        ? l10n.t('{0} failed: {1}', shortName(lost.displayName), lost.reason)
        : l10n.t('{0} files failed.', failed.length.toLocaleString('en')),
    );
  }
  return sentences.join(' ');
}

function nameOf(file: JsonObject): string {
  return shortName(textAt(file, 'displayName') || textAt(file, 'name'));
}
