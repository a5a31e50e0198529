import { AppError } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import { displayNameOf } from '../plan/candidate';
import { askLinks } from '../plan/askLinks';
import { askUnsaved } from '../plan/askUnsaved';
import { askMimeType } from '../mime/askMimeType';
import { mimeTypeOf } from '../mime/mimeTypeOf';
import { FILE_LIMIT } from '../plan/limits';
import { leftOutLines } from '../plan/planText';
import type { ToSend } from '../plan/sendAll';
import { shortName } from '../plan/shortName';
import type { Remembered } from '../remembered';
import type { FilesRoom } from '../room';
import { readHead } from '../source/readHead';
import type { UserFile } from '../userFiles';
import { isUnchanged } from './isUnchanged';

/**
 * What is sent in place of a file that was uploaded: its source where that is there, another file where the
 * user says so. Undefined when dismissed. Throws `AppError` (`tooLarge`, `notReadable`).
 */
export async function findSource(
  room: FilesRoom,
  name: string,
  remembered: Remembered | undefined,
): Promise<ToSend | undefined> {
  const { l10n, prompts } = room;
  const other = l10n.t('Choose a File…');
  if (!remembered) {
    const message = l10n.t('This machine has not uploaded {0}.', shortName(name));
    const detail = l10n.t('Which file is to be uploaded in its place?');
    const answer = await prompts.confirm(message, { detail, actions: [other] });
    return answer === other ? await pickOther(room) : undefined;
  }
  const source = await sourceOf(room, remembered);
  if (!source) {
    const message = l10n.t('{0} is no longer there.', plainText(remembered.path));
    const answer = await prompts.confirm(message, { actions: [other] });
    return answer === other ? await pickOther(room) : undefined;
  }
  const { displayName, mimeType } = remembered;
  const toSend = { file: source, displayName, mimeType };
  if (await isUnchanged(room, source, remembered)) return await checked(room, toSend);
  const upload = l10n.t('Upload What Is There Now');
  const answer = await prompts.confirm(
    l10n.t('{0} has changed since it was uploaded.', plainText(remembered.path)),
    { actions: [upload, other] },
  );
  if (answer === other) return await pickOther(room);
  return answer === upload ? await checked(room, toSend) : undefined;
}

/** Undefined where it is gone, or has become something else than a file. */
async function sourceOf(
  { userFiles }: FilesRoom,
  { target }: Remembered,
): Promise<UserFile | undefined> {
  try {
    const source = await userFiles.inspect(target);
    return source.kind === 'file' ? source : undefined;
  } catch (error) {
    if (error instanceof AppError && error.reason === 'fileGone') return undefined;
    throw error;
  }
}

async function pickOther(room: FilesRoom): Promise<ToSend | undefined> {
  const { l10n, userFiles } = room;
  const options = { title: l10n.t('Upload Again'), label: l10n.t('Upload'), folders: false };
  const [target] = await userFiles.pick(options);
  if (!target) return undefined;
  const file = await userFiles.inspect(target);
  if (file.kind !== 'file') {
    throw new AppError('notAFile', l10n.t('{0} is not a file.', plainText(file.path)));
  }
  const toSend = await checked(room, { file, displayName: displayNameOf(file.name), mimeType: '' });
  if (!toSend) return undefined;
  const head = await readHead(file, userFiles);
  const mimeType =
    mimeTypeOf(file.name, room.readSetting('files.mimeTypes'), head) ??
    (await askMimeType(room, file.name));
  return mimeType === undefined ? undefined : { ...toSend, mimeType };
}

/** Nothing larger than the service takes, and nothing from outside of the workspace that was not named. */
async function checked(room: FilesRoom, toSend: ToSend): Promise<ToSend | undefined> {
  const { file } = toSend;
  if (file.size > FILE_LIMIT) {
    const [line] = leftOutLines(
      [{ name: file.name, reason: 'tooLarge', size: file.size }],
      room.l10n,
    );
    throw new AppError('tooLarge', line ?? '');
  }
  const agreed = await askLinks(room, [file], []);
  if (agreed?.length !== 1) return undefined;
  const [now] = (await askUnsaved(room, [file])) ?? [];
  return now && { ...toSend, file: now };
}
