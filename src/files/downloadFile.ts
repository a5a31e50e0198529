import { isSuccess, readError } from '../api/body';
import { textAt } from '../base/json';
import { downloadRequest } from '../api/rawRequest';
import { AppError } from '../base/errors';
import { kindRow } from '../catalog/kinds';
import type { Task } from '../platform/activity';
import type { TargetFile } from '../platform/localFiles';
import { checkOrigin } from './checkOrigin';
import { fileNameOf } from './fileNameOf';
import { resourcesOf, type KnownFile } from './resourcesOf';
import type { FilesRoom, ResourceFlow } from './room';

/** Milliseconds for all of a file; one that stands still ends much sooner. */
const LONGEST = 24 * 60 * 60 * 1000;

/** Writes files that the service generated to where the user says, one after the other. */
export const downloadFile: ResourceFlow = async (room, targets) => {
  for (const file of await resourcesOf(room, targets)) await download(room, file);
};

async function download(room: FilesRoom, file: KnownFile): Promise<void> {
  const { l10n, localFiles, activity } = room;
  const { resource } = file;
  const label = kindRow('file').label(resource);
  const address = textAt(resource, 'downloadUri');
  if (address === '') {
    throw new AppError('noDownload', l10n.t('The service does not give “{0}” back.', label), {
      hint: l10n.t('Only files that the service generated can be downloaded.'),
    });
  }
  await checkOrigin(room, file, address);
  const target = await localFiles.saveAs({
    title: l10n.t('Download “{0}”', label),
    name: fileNameOf(resource),
  });
  if (!target) return;
  await activity.run(l10n.t('Downloading “{0}”', label), async (task) => {
    await fetchInto(room, file, target, task);
    task.conclude(l10n.t('Downloaded “{0}” to {1}', label, target.path));
  });
  room.tell(l10n.t('Downloaded to {0}', target.path));
}

async function fetchInto(
  { services, clock, l10n }: FilesRoom,
  { ref, resource }: KnownFile,
  target: TargetFile,
  task: Task,
): Promise<void> {
  const { signal } = task;
  const client = await services.clients.get(ref.connection);
  // To the connection's own endpoint, whatever the address says: the credential goes nowhere else.
  const request = downloadRequest(ref.name, ref.version);
  const answer = await client.exchange(request, { signal, stream: true, timeoutMs: LONGEST });
  if (!isSuccess(answer)) throw await readError(answer, clock.now());
  const size = kindRow('file').size?.(resource);
  const onBytes = (done: number): void => {
    task.report(size === undefined ? {} : { done, total: size });
  };
  const whole = (done: number): void => {
    if (size === undefined || done === size) return;
    const [came, all] = [done.toLocaleString('en'), size.toLocaleString('en')];
    const counted =
      size === 1
        ? l10n.t('{0} of 1 byte came.', came)
        : l10n.t('{0} of {1} bytes came.', came, all);
    throw new AppError('incomplete', counted, {
      hint: l10n.t('Nothing was written. Try again.'),
    });
  };
  await target.write(counted(answer.body, onBytes, whole), signal);
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  onBytes: (done: number) => void,
  onEnd: (done: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const piece of body) {
    yield piece;
    done += piece.length;
    onBytes(done);
  }
  // Before the file gets its name.
  onEnd(done);
}
