import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../api/schema/row';
import { throwIfAborted } from '../base/async';
import { AppError, CancelledError } from '../base/errors';
import { shownSize } from '../base/format';
import type { LocalFile, Uploads, UploadWatch } from '../platform/localFiles';
import { plainText } from '../platform/plainText';
import type { FilesContext } from './context';
import { type RememberedUpload, contentHash, isUnchanged, readHead } from './rememberedFiles';
import { askLinks, askUnsaved, listUploadedFiles, requireTrust } from './inspectFiles';
import { askMimeType, mimeTypeOf } from './mimeType';
import { displayNameOf } from './names';
import { type UserFile, openSource } from './openSource';

/** Returns the upload API for other modules, such as playground attachments. */
export function createUploads(context: FilesContext): Uploads {
  /** Link targets outside the workspace that the user allowed. */
  const agreed = new Set<string>();
  const confirmed = async (target: UserFile['target']): Promise<UserFile> => {
    requireTrust(context);
    const file = await requireFile(context, target);
    if (file.leadsTo === undefined || agreed.has(file.leadsTo)) return file;
    if (!(await askLinks(context, [file], []))) throw new CancelledError();
    agreed.add(file.leadsTo);
    return file;
  };
  return {
    inspect: async (target) =>
      localFile(context, await savedFile(context, await confirmed(target))),
    async ignored(targets) {
      const [first] = targets;
      if (!first) return new Set();
      const folder = { ...first, path: first.path.slice(0, first.path.lastIndexOf('/')) || '/' };
      const { files, isGitUnknown } = await context.userFiles.ignored(folder, targets);
      return isGitUnknown ? undefined : files;
    },
    pick: async () => {
      requireTrust(context);
      const { userFiles } = context;
      const title = l10n.t('Attach Files');
      return await userFiles.pick({ title, label: l10n.t('Attach'), folders: false });
    },
    async upload(connection, { target, mimeType }, watch) {
      const file = await confirmed(target);
      return await uploadOnce(context, connection, { file, mimeType }, watch);
    },
    async uploadInto({ connection, version, name }, targets) {
      requireTrust(context);
      const kind = name.split('/').length > 2 ? 'environmentFile' : 'environment';
      const { uploadInto } = await import('./environments/uploadToEnvironment');
      await uploadInto(context, { connection, version, kind, name }, targets);
    },
    sourceOf: (connection, file) => context.remembered.find(connection, file),
    async uploadAgain(connection, name, watch) {
      requireTrust(context);
      const known = await context.remembered.find(connection, name);
      if (!known) throw sourceGone(name);
      const file = await sameSource(context, known, watch.signal);
      return await uploadOnce(context, connection, { file, mimeType: known.mimeType }, watch);
    },
  };
}

interface ToAttach {
  readonly file: UserFile;
  readonly mimeType: string;
}

async function requireFile(context: FilesContext, target: UserFile['target']): Promise<UserFile> {
  const file = await context.userFiles.inspect(target);
  if (file.kind === 'file') return file;
  throw new AppError(
    'notReadable',
    l10n.t('{0} isn’t a file that can be sent.', plainText(file.name)),
  );
}

/** Returns the file, saved first if the user agrees. Throws `CancelledError` if the prompt is dismissed. */
async function savedFile(context: FilesContext, file: UserFile): Promise<UserFile> {
  const [now] = (await askUnsaved(context, [file])) ?? [];
  if (!now) throw new CancelledError();
  return now;
}

async function localFile(context: FilesContext, file: UserFile): Promise<LocalFile> {
  const { userFiles } = context;
  const overrides = context.readSetting('files.mimeTypes');
  const head = file.size === 0 ? undefined : await readHead(file, userFiles);
  const mimeType =
    mimeTypeOf(file.name, overrides, head) ?? (await askMimeType(context, file.name));
  if (mimeType === undefined) throw new CancelledError();
  const { target, name, path, size } = file;
  return {
    target,
    name,
    path,
    size,
    mimeType,
    async readAll(limit, signal = new AbortController().signal) {
      if (size > limit) {
        throw new AppError(
          'tooLarge',
          l10n.t('{0} is larger than {1}.', plainText(name), shownSize(limit)),
        );
      }
      const source = await openSource(file, userFiles);
      try {
        const pieces: Uint8Array[] = [];
        for await (const piece of source.read(0, signal)) {
          throwIfAborted(signal);
          // Copy: the source reuses its buffer.
          pieces.push(Uint8Array.from(piece));
        }
        return Buffer.concat(pieces);
      } finally {
        await source.close();
      }
    },
  };
}

/** Finds a file on the server with the same content that doesn't expire soon. */
async function findTwin(
  context: FilesContext,
  connection: string,
  { file, mimeType }: ToAttach,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const found = context.services.connections.find(connection);
  if (!found) return undefined;
  const twin = await (await listUploadedFiles(context, found, signal)).twinOf(file, signal);
  // The model would read a file of another type differently.
  return twin?.state === 'PROCESSING' || twin?.mimeType !== mimeType ? undefined : twin;
}

async function uploadOnce(
  context: FilesContext,
  connection: string,
  file: ToAttach,
  watch: UploadWatch,
): Promise<JsonObject> {
  const twin = await findTwin(context, connection, file, watch.signal);
  return twin ?? (await send(context, connection, file, watch));
}

async function send(
  { queue }: FilesContext,
  connection: string,
  { file, mimeType }: ToAttach,
  { signal, onState }: UploadWatch,
): Promise<JsonObject> {
  throwIfAborted(signal);
  const handle = await queue.add({
    connection,
    file,
    mimeType,
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

async function sameSource(
  context: FilesContext,
  known: RememberedUpload,
  signal: AbortSignal,
): Promise<UserFile> {
  const { userFiles } = context;
  let file: UserFile;
  try {
    file = await requireFile(context, known.target);
  } catch (error) {
    throw sourceGone(known.path, error);
  }
  if (await isUnchanged(file, known, () => contentHash(file, userFiles, signal))) return file;
  throw new AppError(
    'sourceChanged',
    l10n.t('{0} has changed since it was uploaded.', plainText(known.path)),
    { hint: l10n.t('To send the current version, attach it again.') },
  );
}

function sourceGone(path: string, cause?: unknown): AppError<'sourceGone'> {
  return new AppError('sourceGone', l10n.t('{0} no longer exists.', plainText(path)), {
    hint: l10n.t('Attach the file from its new location.'),
    cause,
  });
}
