import type { JsonObject } from '../api/schema/row';
import { AppError, CancelledError } from '../base/errors';
import { throwIfAborted } from '../base/async';
import { shownSize } from '../base/format';
import { plainText } from '../platform/plainText';
import type { LocalFile, Uploads, UploadWatch } from '../platform/localFiles';
import { askMimeType } from './mime/askMimeType';
import { mimeTypeOf } from './mime/mimeTypeOf';
import { askLinks } from './plan/askLinks';
import { askUnsaved } from './plan/askUnsaved';
import { displayNameOf } from './plan/candidate';
import { filesThere } from './plan/filesThere';
import { requireTrust } from './plan/requireTrust';
import type { Remembered } from './remembered';
import type { FilesRoom } from './room';
import { contentHash } from './source/contentHash';
import { openSource } from './source/openSource';
import { readHead } from './source/readHead';
import type { UserFile } from './userFiles';

/** What other rooms get of the files of the user. */
export function createUploads(room: FilesRoom): Uploads {
  /** Places outside of the workspace that links lead to and that the user agreed to. */
  const agreed = new Set<string>();
  const meant = async (target: UserFile['target']): Promise<UserFile> => {
    requireTrust(room);
    const file = await inspected(room, target);
    if (file.leadsTo === undefined || agreed.has(file.leadsTo)) return file;
    // Dismissed: nothing outside is sent without being named.
    if (!(await askLinks(room, [file], []))) throw new CancelledError();
    agreed.add(file.leadsTo);
    return file;
  };
  return {
    inspect: async (target) => localFile(room, await saved(room, await meant(target))),
    async ignored(targets) {
      const [first] = targets;
      if (!first) return new Set();
      const folder = { ...first, path: first.path.slice(0, first.path.lastIndexOf('/')) || '/' };
      const { files, isGitUnknown } = await room.userFiles.ignored(folder, targets);
      return isGitUnknown ? undefined : files;
    },
    pick: async () => {
      requireTrust(room);
      const { l10n, userFiles } = room;
      const title = l10n.t('Attach Files');
      return await userFiles.pick({ title, label: l10n.t('Attach'), folders: false });
    },
    async upload(connection, { target, mimeType }, watch) {
      const file = await meant(target);
      return await there(room, connection, { file, mimeType }, watch);
    },
    sourceOf: (connection, file) => room.remembered.find(connection, file),
    async uploadAgain(connection, name, watch) {
      requireTrust(room);
      const known = await room.remembered.find(connection, name);
      if (!known) throw sourceGone(room, name);
      const file = await sameSource(room, known, watch.signal);
      return await there(room, connection, { file, mimeType: known.mimeType }, watch);
    },
  };
}

interface ToAttach {
  readonly file: UserFile;
  readonly mimeType: string;
}

async function inspected(room: FilesRoom, target: UserFile['target']): Promise<UserFile> {
  const file = await room.userFiles.inspect(target);
  if (file.kind === 'file') return file;
  throw new AppError(
    'notReadable',
    room.l10n.t('{0} is not a file that can be sent.', plainText(file.name)),
  );
}

/** The file with what an editor has of it, where the user wants that. Throws `CancelledError` when dismissed. */
async function saved(room: FilesRoom, file: UserFile): Promise<UserFile> {
  const [now] = (await askUnsaved(room, [file])) ?? [];
  if (!now) throw new CancelledError();
  return now;
}

async function localFile(room: FilesRoom, file: UserFile): Promise<LocalFile> {
  const { userFiles, l10n } = room;
  const overrides = room.readSetting('files.mimeTypes');
  const head = file.size === 0 ? undefined : await readHead(file, userFiles);
  const mimeType = mimeTypeOf(file.name, overrides, head) ?? (await askMimeType(room, file.name));
  // Dismissed: it is not sent as something that it may not be.
  if (mimeType === undefined) throw new CancelledError();
  const { target, name, path, size } = file;
  return {
    ...{ target, name, path, size, mimeType },
    async readAll(limit, signal = new AbortController().signal) {
      if (size > limit) {
        throw new AppError(
          'tooLarge',
          l10n.t('{0} is larger than {1}.', plainText(name), shownSize(limit, l10n)),
        );
      }
      const source = await openSource(file, userFiles);
      try {
        const pieces: Uint8Array[] = [];
        for await (const piece of source.read(0, signal)) {
          throwIfAborted(signal);
          // Its memory is used again.
          pieces.push(Uint8Array.from(piece));
        }
        return Buffer.concat(pieces);
      } finally {
        await source.close();
      }
    },
  };
}

/** A file of the service with the same content that can be used for some time. */
async function twinOf(
  room: FilesRoom,
  connection: string,
  { file, mimeType }: ToAttach,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const found = room.services.connections.find(connection);
  if (!found) return undefined;
  const twin = await (await filesThere(room, found, signal)).twinOf(file, signal);
  // A model reads it as what it was sent as.
  return twin?.state === 'PROCESSING' || twin?.mimeType !== mimeType ? undefined : twin;
}

/** The file at the service, sent where it is not there already. */
async function there(
  room: FilesRoom,
  connection: string,
  file: ToAttach,
  watch: UploadWatch,
): Promise<JsonObject> {
  const twin = await twinOf(room, connection, file, watch.signal);
  return twin ?? (await send(room, connection, file, watch));
}

async function send(
  { queue }: FilesRoom,
  connection: string,
  { file, mimeType }: ToAttach,
  { signal, onState }: UploadWatch,
): Promise<JsonObject> {
  throwIfAborted(signal);
  const handle = await queue.add({
    ...{ connection, file, mimeType },
    displayName: displayNameOf(file.name),
  });
  const subscription = handle.onDidChange(onState);
  const cancel = (): void => handle.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await handle.done;
  } finally {
    signal.removeEventListener('abort', cancel);
    subscription.dispose();
  }
}

/** The file that was sent, if it is what it was then. */
async function sameSource(
  room: FilesRoom,
  known: Remembered,
  signal: AbortSignal,
): Promise<UserFile> {
  const { userFiles, l10n } = room;
  let file: UserFile;
  try {
    file = await inspected(room, known.target);
  } catch (error) {
    throw sourceGone(room, known.path, error);
  }
  const isAsOld = file.size === known.size && file.modifiedAt === known.modifiedAt;
  const isSame =
    isAsOld ||
    (file.size === known.size &&
      known.hash !== undefined &&
      (await contentHash(file, userFiles, signal)) === known.hash);
  if (isSame) return file;
  throw new AppError(
    'sourceChanged',
    l10n.t('{0} has changed since it was uploaded.', plainText(known.path)),
    { hint: l10n.t('Attach it again to send what it has now.') },
  );
}

function sourceGone({ l10n }: FilesRoom, path: string, cause?: unknown): AppError<'sourceGone'> {
  return new AppError('sourceGone', l10n.t('{0} is not there any more.', plainText(path)), {
    hint: l10n.t('Attach the file from where it is now.'),
    cause,
  });
}
