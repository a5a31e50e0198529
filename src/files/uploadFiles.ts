import { AppError } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import type { Connection } from '../service/connection';
import { askTwins } from './plan/askTwins';
import { askTypes } from './plan/askTypes';
import { askUnsaved } from './plan/askUnsaved';
import { gather, type Gathered } from './plan/gather';
import { look, type LookedAll } from './plan/look';
import {
  leftOutLines,
  overQuota,
  planList,
  planText,
  quotaText,
  type UploadPlan,
} from './plan/planText';
import { requireReady } from './plan/requireReady';
import { sendAll } from './plan/sendAll';
import { shortName } from './plan/shortName';
import type { FileFlow, FilesRoom } from './room';

/** Bytes up to which one file is sent without a question. */
const SMALL = 100_000_000;

/** Uploads files and folders: looks at them, says what there is to say, asks, and hands them to the queue. */
export const uploadFiles: FileFlow = async (room, targets) => {
  const connection = await requireReady(room);
  if (!connection) return;
  const chosen = targets.length > 0 ? targets : await pickTargets(room);
  if (chosen.length === 0) return;
  const gathered = await gather(room, chosen);
  if (!gathered) return;
  requireSome(room, gathered);
  const files = await askUnsaved(
    room,
    gathered.candidates.map(({ file }) => file),
  );
  if (!files) return;
  const candidates = gathered.candidates.map((one, index) => ({
    ...one,
    file: files[index] ?? one.file,
  }));
  const leftOut = [...gathered.leftOut];
  const looked = await room.progress(lookTitle(room, gathered), (signal) =>
    look(room, connection, candidates, leftOut, signal),
  );
  requireSome(room, { ...gathered, candidates: looked.files, leftOut });
  if (!(await confirmPlan(room, connection, { ...gathered, leftOut }, looked))) return;
  const choices = await askTwins(room, looked.files);
  if (!choices) return;
  const wanted = looked.files.filter((file) => (choices.get(file) ?? 'again') === 'again');
  if (!(await confirmAgain(room, looked, wanted))) return;
  const typed = await askTypes(room, wanted);
  if (!typed) return;
  const used = looked.files.flatMap((file) =>
    file.twin && choices.get(file) === 'use' ? [file.twin] : [],
  );
  await sendAll(room, connection, typed, used);
};

/** The palette has no file: it is asked for. VS Code's dialog takes files or folders, not both, on some systems. */
async function pickTargets({
  prompts,
  userFiles,
  l10n,
}: FilesRoom): Promise<readonly FileTarget[]> {
  const title = l10n.t('Upload to Files API');
  const folders = await prompts.pick<boolean>({ title }, [
    { label: l10n.t('Files…'), icon: 'files', value: false },
    { label: l10n.t('Folder…'), icon: 'folder', value: true },
  ]);
  if (folders === undefined) return [];
  return await userFiles.pick({ title, label: l10n.t('Upload'), folders });
}

function lookTitle({ l10n }: FilesRoom, { candidates }: Gathered): string {
  const [first] = candidates;
  return candidates.length === 1
    ? l10n.t('Checking whether {0} is there already', shortName(first?.displayName ?? ''))
    : l10n.t(
        'Checking whether {0} files are there already',
        candidates.length.toLocaleString('en'),
      );
}

/** Throws `AppError` with why each was left out, where that are all. */
function requireSome(
  { l10n }: FilesRoom,
  {
    candidates,
    leftOut,
    hasFolder,
  }: Pick<Gathered, 'leftOut' | 'hasFolder'> & { readonly candidates: readonly unknown[] },
): void {
  if (candidates.length > 0) return;
  const reasons = leftOutLines(leftOut, l10n);
  const nothing = l10n.t('There is nothing to upload.');
  const isEmpty = reasons.length === 0 && hasFolder;
  const [message = nothing, ...lines] = leftOut.length === 1 ? reasons : [nothing, ...reasons];
  throw new AppError('nothingToUpload', message, {
    hint: isEmpty
      ? l10n.t('There is no file that the patterns take and that git does not ignore.')
      : lines.join(' '),
  });
}

/** Asks unless it is one small file of which there is nothing to say. */
async function confirmPlan(
  { prompts, documents, l10n }: FilesRoom,
  connection: Connection,
  { leftOut, isGitUnknown, hasFolder }: Gathered,
  { files, used }: LookedAll,
): Promise<boolean> {
  const plan: UploadPlan = {
    files: files.map((one) => ({ ...sizes(one), isThere: one.twin !== undefined })),
    ...{ leftOut, isGitUnknown, used, connection: connection.name },
  };
  const isOver = overQuota(plan) > 0;
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const isPlain = files.length === 1 && !hasFolder && size <= SMALL;
  if (isPlain && leftOut.length === 0 && !isOver) return true;
  const { message, detail } = planText(plan, l10n);
  const upload = isOver ? l10n.t('Upload Anyway') : l10n.t('Upload');
  const list = l10n.t('List Files');
  const chosen = await prompts.confirm(message, { detail, actions: [upload, list] });
  if (chosen !== list) return chosen === upload;
  const text = planList(plan, l10n);
  await documents.show({ name: 'files-to-upload.txt', read: () => text });
  // Not over the list, which is there to be read first.
  return (await prompts.notify('info', message, upload)) === upload;
}

/** What is there already takes no more room, as the plan says; uploaded again it does. */
async function confirmAgain(
  { prompts, l10n }: FilesRoom,
  { files, used }: LookedAll,
  wanted: LookedAll['files'],
): Promise<boolean> {
  const before = files.map((one) => ({ ...sizes(one), isThere: one.twin !== undefined }));
  const now = { used, files: wanted.map((one) => ({ ...sizes(one), isThere: false })) };
  // Said before, where even the others don't fit.
  if (overQuota(now) === 0 || overQuota({ used, files: before }) > 0) return true;
  const upload = l10n.t('Upload Anyway');
  return (await prompts.confirm(quotaText(now, l10n), { actions: [upload] })) === upload;
}

function sizes({ displayName, file }: LookedAll['files'][number]) {
  return { displayName, size: file.size };
}
