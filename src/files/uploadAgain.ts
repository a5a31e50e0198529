import * as l10n from '@vscode/l10n';
import { AppError } from '../base/errors';
import { kindRow } from '../catalog/kinds';
import { timeLeft } from '../base/format';
import type { ResourceRef } from '../catalog/ref';
import { plainText } from '../platform/plainText';
import type { Connection } from '../service/connection';
import type { FilesContext, FilesCommand } from './context';
import { enqueueFiles, type FileToSend } from './enqueueFiles';
import { type RememberedUpload, contentHash, isUnchanged, readHead } from './rememberedFiles';
import { askMimeType, mimeTypeOf } from './mimeType';
import { displayNameOf, shortName } from './names';
import { askLinks, askUnsaved, requireReady } from './inspectFiles';
import { FILE_LIMIT, excludedLines } from './uploadPlan';
import type { UserFile } from './openSource';

export const uploadAgain: FilesCommand<ResourceRef> = async (context, targets) => {
  const active = await requireReady(context);
  if (!active) return;
  const [first] = targets;
  const connection = first ? connectionOf(context, first) : active;
  const files: FileToSend[] = [];
  if (!first) {
    const chosen = await chooseRemembered(context, connection);
    const file = chosen && (await findSource(context, chosen.displayName, chosen));
    if (file) files.push(file);
  }
  for (const target of targets) {
    const remembered = await context.remembered.find(connection.id, target.name);
    const file = await findSource(context, labelOf(context, target), remembered);
    // The user dismissed the dialog: send nothing unless all files are selected.
    if (!file) return;
    files.push(file);
  }
  if (files.length > 0) await enqueueFiles(context, connection, files);
};

function connectionOf({ services }: FilesContext, { connection }: ResourceRef): Connection {
  const found = services.connections.find(connection);
  if (!found) throw new AppError('unknownConnection', l10n.t('This connection no longer exists.'));
  return found;
}

function labelOf({ services }: FilesContext, target: ResourceRef): string {
  const resource = services.store.find(target);
  return plainText(resource ? kindRow('file').label(resource) : target.name);
}

const HOUR = 3_600_000;

async function chooseRemembered(
  { remembered, prompts, clock }: Pick<FilesContext, 'remembered' | 'prompts' | 'clock'>,
  connection: Connection,
): Promise<RememberedUpload | undefined> {
  const now = clock.now();
  const files = await remembered.list(connection.id);
  if (files.length === 0) {
    throw new AppError(
      'nothingRemembered',
      l10n.t('No files have been uploaded from this machine yet.'),
    );
  }
  const isGone = ({ expiresAt }: RememberedUpload): boolean => (expiresAt ?? Infinity) <= now;
  const [gone, there] = [files.filter(isGone), files.filter((file) => !isGone(file))];
  return await prompts.pick<RememberedUpload>(
    {
      title: l10n.t('Upload Again'),
      placeholder: l10n.t('Select a file that was uploaded from this machine'),
    },
    [...gone, ...there].map((file) => ({
      label: shortName(file.displayName),
      description: lifeOf(file, now),
      detail: file.path,
      icon: isGone(file) ? 'history' : 'file',
      value: file,
      ...(file === gone[0] ? { separator: l10n.t('deleted by the server') } : {}),
      ...(file === there[0] ? { separator: l10n.t('still available') } : {}),
    })),
  );
}

function lifeOf({ expiresAt }: RememberedUpload, now: number): string {
  if (expiresAt === undefined) return '';
  if (expiresAt > now) {
    const { message, args } = timeLeft(expiresAt - now);
    return l10n.t(message, ...args);
  }
  const hours = Math.floor((now - expiresAt) / HOUR);
  const days = Math.floor(hours / 24);
  if (days > 1) return l10n.t('expired {0} days ago', days);
  return hours < 1 ? l10n.t('just expired') : l10n.t('expired {0} h ago', hours);
}

/**
 * Returns the source to upload again, or a replacement selected by the user. Undefined if
 * dismissed. Throws `AppError` (`tooLarge`, `notReadable`).
 */
async function findSource(
  context: FilesContext,
  name: string,
  remembered: RememberedUpload | undefined,
): Promise<FileToSend | undefined> {
  const { prompts } = context;
  const other = l10n.t('Select File…');
  if (!remembered) {
    const message = l10n.t('{0} wasn’t uploaded from this machine.', shortName(name));
    const detail = l10n.t('Select the file to upload instead.');
    const answer = await prompts.confirm(message, { detail, actions: [other] });
    return answer === other ? await pickOther(context) : undefined;
  }
  const source = await sourceOf(context, remembered);
  if (!source) {
    const message = l10n.t('{0} no longer exists.', plainText(remembered.path));
    const answer = await prompts.confirm(message, { actions: [other] });
    return answer === other ? await pickOther(context) : undefined;
  }
  const { displayName, mimeType } = remembered;
  const toSend = { file: source, displayName, mimeType };
  const title = l10n.t('Reading {0}', shortName(source.name));
  const readHash = (): Promise<string> =>
    context.progress(title, (signal) => contentHash(source, context.userFiles, signal));
  if (await isUnchanged(source, remembered, readHash)) return await checked(context, toSend);
  const upload = l10n.t('Upload Current Version');
  const answer = await prompts.confirm(
    l10n.t('{0} has changed since it was uploaded.', plainText(remembered.path)),
    { actions: [upload, other] },
  );
  if (answer === other) return await pickOther(context);
  return answer === upload ? await checked(context, toSend) : undefined;
}

/** Undefined if the source is deleted or no longer a file. */
async function sourceOf(
  { userFiles }: FilesContext,
  { target }: RememberedUpload,
): Promise<UserFile | undefined> {
  try {
    const source = await userFiles.inspect(target);
    return source.kind === 'file' ? source : undefined;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'fileGone') return undefined;
    throw error;
  }
}

async function pickOther(context: FilesContext): Promise<FileToSend | undefined> {
  const { userFiles } = context;
  const options = { title: l10n.t('Upload Again'), label: l10n.t('Upload'), folders: false };
  const [target] = await userFiles.pick(options);
  if (!target) return undefined;
  const file = await userFiles.inspect(target);
  if (file.kind !== 'file') {
    throw new AppError('notAFile', l10n.t('{0} isn’t a file.', plainText(file.path)));
  }
  const toSend = await checked(context, {
    file,
    displayName: displayNameOf(file.name),
    mimeType: '',
  });
  if (!toSend) return undefined;
  const head = await readHead(file, userFiles);
  const mimeType =
    mimeTypeOf(file.name, context.readSetting('files.mimeTypes'), head) ??
    (await askMimeType(context, file.name));
  return mimeType === undefined ? undefined : { ...toSend, mimeType };
}

/** Checks the size limit, and asks about links out of the workspace. */
async function checked(context: FilesContext, toSend: FileToSend): Promise<FileToSend | undefined> {
  const { file } = toSend;
  if (file.size > FILE_LIMIT) {
    const [line] = excludedLines([{ name: file.name, reason: 'tooLarge', size: file.size }]);
    throw new AppError('tooLarge', line ?? '');
  }
  const agreed = await askLinks(context, [file], []);
  if (agreed?.length !== 1) return undefined;
  const [now] = (await askUnsaved(context, [file])) ?? [];
  return now && { ...toSend, file: now };
}
