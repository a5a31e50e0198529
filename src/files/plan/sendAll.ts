import type { JsonObject } from '../../api/schema/row';
import type { Connection } from '../../service/connection';
import type { FilesRoom } from '../room';
import type { UserFile } from '../userFiles';
import { shortName } from './shortName';
import { tellResults, type Sent } from './tellResults';

/** A file that is sent now. */
export interface ToSend {
  readonly file: UserFile;
  readonly displayName: string;
  readonly mimeType: string;
}

/**
 * Hands files over to the queue, which sends them on its own, and tells once all have ended. Resolves when the
 * last one is noted; what can't be noted counts as failed.
 * @param used files of the service that are used in place of an upload.
 */
export async function sendAll(
  room: FilesRoom,
  connection: Connection,
  files: readonly ToSend[],
  used: readonly JsonObject[] = [],
): Promise<void> {
  const { queue, l10n, report } = room;
  const sent: Sent[] = [];
  for (const { file, displayName, mimeType } of files) {
    try {
      const { done } = await queue.add({
        ...{ connection: connection.id, file, displayName, mimeType },
      });
      // Looked at only once all have ended.
      done.catch(() => undefined);
      sent.push({ displayName, done });
    } catch (error) {
      void report('uploadFiles', error);
    }
  }
  const [first] = sent;
  if (first) {
    room.tell(
      sent.length === 1
        ? l10n.t('Uploading {0}', shortName(first.displayName))
        : l10n.t('Uploading {0} files', sent.length.toLocaleString('en')),
    );
  }
  let came = 0;
  for (const { done } of sent) {
    void done.then(
      () => {
        came += 1;
        // The notification at the end says the rest.
        if (came < sent.length) room.tell(l10n.t('Uploaded {0} of {1} files', came, sent.length));
      },
      () => undefined,
    );
  }
  // Not waited for: the uploads go on after the command.
  void tellResults(room, connection, sent, used).catch((error: unknown) =>
    report('uploadFiles', error),
  );
}
