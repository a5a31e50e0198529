import * as l10n from '@vscode/l10n';
import { textAt } from '../base/json';
import { AppError } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import type { ResourceRef } from '../catalog/ref';
import type { Connection } from '../service/connection';
import type { FilesCommand, FilesContext } from './context';
import { enqueueFiles } from './enqueueFiles';
import { type GatheredFiles, gatherFiles } from './gatherFiles';
import {
  type InspectedFile,
  type Inspection,
  askUnsaved,
  inspectFiles,
  requireReady,
} from './inspectFiles';
import { askMimeType } from './mimeType';
import { shortName } from './names';
import type { StoreSettings } from './uploadJob';
import { excludedLines, overQuota, planList, planText, type UploadPlan } from './uploadPlan';

/** Maximum size of a single file sent without confirmation, in bytes. */
const SMALL = 100_000_000;

export const uploadFiles: FilesCommand<FileTarget> = async (context, targets) => {
  const connection = await requireReady(context);
  if (connection) await uploadTo(context, targets, { connection });
};

interface UploadPlace {
  readonly connection: Connection;
  readonly store?: {
    readonly ref: ResourceRef;
    readonly name: string;
    /** Asks for document settings once the files are known; undefined if dismissed. */
    settings(what: string, count: number): Promise<StoreSettings | undefined>;
  };
}

export async function uploadTo(
  context: FilesContext,
  targets: readonly FileTarget[],
  place: UploadPlace,
): Promise<void> {
  const { connection, store } = place;
  const chosen =
    targets.length > 0
      ? targets
      : await pickTargets(
          context,
          store ? l10n.t('Upload to {0}', store.name) : l10n.t('Upload to Files API'),
        );
  if (chosen.length === 0) return;
  const gathered = await gatherFiles(context, chosen, store ? 'store' : 'files');
  if (!gathered) return;
  requireSome(gathered);
  const files = await askUnsaved(
    context,
    gathered.candidates.map(({ file }) => file),
  );
  if (!files) return;
  const candidates = gathered.candidates.map((one, index) => ({
    ...one,
    file: files[index] ?? one.file,
  }));
  const leftOut = [...gathered.leftOut];
  const inspection = await context.progress(inspectionTitle(gathered, place), (signal) =>
    inspectFiles(context, store ? 'store' : connection, candidates, leftOut, signal),
  );
  requireSome({ ...gathered, candidates: inspection.files, leftOut });
  const at = store ? l10n.t('{0} of {1}', store.name, connection.name) : connection.name;
  if (!(await confirmPlan(context, at, { ...gathered, leftOut }, inspection))) return;
  const choices = await askTwins(context, inspection.files);
  if (!choices) return;
  const wanted = inspection.files.filter((file) => (choices.get(file) ?? 'again') === 'again');
  const typed = await askTypes(context, wanted);
  if (!typed) return;
  const used = inspection.files.flatMap((file) =>
    file.twin && choices.get(file) === 'use' ? [file.twin] : [],
  );
  if (!store) {
    await enqueueFiles(context, connection, typed, used);
    return;
  }
  const settings = await store.settings(nameFiles(typed), typed.length);
  if (!settings) return;
  await enqueueFiles(context, connection, typed, [], { store: store.ref.name, settings });
}

function nameFiles(files: readonly TypedFile[]): string {
  const [first] = files;
  return files.length === 1 && first
    ? shortName(first.displayName)
    : l10n.t('{0} files', files.length.toLocaleString('en'));
}

/** Asks for files. On some systems, VS Code's dialog selects either files or folders. */
export async function pickTargets(
  { prompts, userFiles }: Pick<FilesContext, 'prompts' | 'userFiles'>,
  title: string,
): Promise<readonly FileTarget[]> {
  const folders = await prompts.pick<boolean>({ title }, [
    { label: l10n.t('Files…'), icon: 'files', value: false },
    { label: l10n.t('Folder…'), icon: 'folder', value: true },
  ]);
  if (folders === undefined) return [];
  return await userFiles.pick({ title, label: l10n.t('Upload'), folders });
}

function inspectionTitle({ candidates }: GatheredFiles, { store }: UploadPlace): string {
  if (store) return l10n.t('Checking the files for {0}', store.name);
  const [first] = candidates;
  return candidates.length === 1
    ? l10n.t('Checking whether {0} already exists', shortName(first?.displayName ?? ''))
    : l10n.t('Checking whether {0} files already exist', candidates.length.toLocaleString('en'));
}

/** Throws `AppError` with the reasons if every file was skipped. */
export function requireSome({
  candidates,
  leftOut,
  hasFolder,
}: Pick<GatheredFiles, 'leftOut' | 'hasFolder'> & {
  readonly candidates: readonly unknown[];
}): void {
  if (candidates.length > 0) return;
  const reasons = excludedLines(leftOut);
  const nothing = l10n.t('There is nothing to upload.');
  const isEmpty = reasons.length === 0 && hasFolder;
  const [message = nothing, ...lines] = leftOut.length === 1 ? reasons : [nothing, ...reasons];
  throw new AppError('nothingToUpload', message, {
    hint: isEmpty
      ? l10n.t('No files match the patterns, or Git ignores all of them.')
      : lines.join(' '),
  });
}

/**
 * Asks for confirmation, unless there is one small file without warnings. `place` is the
 * destination's name.
 */
export async function confirmPlan(
  { prompts, documents }: Pick<FilesContext, 'prompts' | 'documents'>,
  place: string,
  { leftOut, isGitUnknown, hasFolder }: GatheredFiles,
  { files, used }: Inspection,
): Promise<boolean> {
  const plan: UploadPlan = {
    files: files.map((one) => ({ ...sizes(one), isThere: one.twin !== undefined })),
    leftOut,
    isGitUnknown,
    used,
    connection: place,
  };
  const isOver = overQuota(plan) > 0;
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  const isPlain = files.length === 1 && !hasFolder && size <= SMALL;
  if (isPlain && leftOut.length === 0 && !isOver) return true;
  const { message, detail } = planText(plan);
  const upload = isOver ? l10n.t('Upload Anyway') : l10n.t('Upload');
  const list = l10n.t('List Files');
  const chosen = await prompts.confirm(message, { detail, actions: [upload, list] });
  if (chosen !== list) return chosen === upload;
  const text = planList(plan);
  await documents.show({ name: 'files-to-upload.txt', read: () => text });
  // A notification isn't modal, so the user can read the list first.
  return (await prompts.notify('info', message, upload)) === upload;
}

function sizes({ displayName, file }: Inspection['files'][number]) {
  return { displayName, size: file.size };
}

type TwinChoice = 'use' | 'again' | 'skip';

async function askTwins(
  context: Pick<FilesContext, 'prompts'>,
  files: readonly InspectedFile[],
): Promise<ReadonlyMap<InspectedFile, TwinChoice> | undefined> {
  const twins = files.filter(({ twin }) => twin !== undefined);
  const answers = new Map<InspectedFile, TwinChoice>();
  for (const [index, file] of twins.entries()) {
    const rest = twins.slice(index);
    const answer = await askOne(context, file, rest.length);
    if (!answer) return undefined;
    const answered = answer.isForAll ? rest : [file];
    for (const one of answered) answers.set(one, answer.choice);
    if (answer.isForAll) break;
  }
  return answers;
}

interface TwinAnswer {
  readonly choice: TwinChoice;
  readonly isForAll: boolean;
}

async function askOne(
  { prompts }: Pick<FilesContext, 'prompts'>,
  { displayName, twin, mimeType }: InspectedFile,
  left: number,
): Promise<TwinAnswer | undefined> {
  const name = twin ? shortName(textAt(twin, 'displayName') || textAt(twin, 'name')) : '';
  const type = twin ? shortName(textAt(twin, 'mimeType')) : '';
  // The existing file may have another type than the upload.
  const there = type === '' || type === mimeType ? name : `${name} · ${type}`;
  const row = (label: string, icon: string, choice: TwinChoice, isForAll: boolean) => ({
    label,
    icon,
    value: { choice, isForAll },
  });
  return await prompts.pick<TwinAnswer>(
    {
      title: l10n.t('“{0}” Already Uploaded', shortName(displayName)),
      placeholder: l10n.t('A file with the same content already exists'),
    },
    [
      { ...row(l10n.t('Use Existing File'), 'check', 'use', false), description: there },
      row(l10n.t('Upload Again'), 'cloud-upload', 'again', false),
      row(l10n.t('Skip'), 'close', 'skip', false),
      ...(left > 1
        ? [
            {
              ...row(l10n.t('Use for All {0}', left), 'check-all', 'use', true),
              separator: '',
            },
            row(l10n.t('Upload All {0} Again', left), 'cloud-upload', 'again', true),
            row(l10n.t('Skip All {0}', left), 'close-all', 'skip', true),
          ]
        : []),
    ],
  );
}

type TypedFile = InspectedFile & { readonly mimeType: string };

async function askTypes(
  context: Pick<FilesContext, 'prompts'>,
  files: readonly InspectedFile[],
): Promise<readonly TypedFile[] | undefined> {
  const answers = new Map<string, string>();
  const typed: TypedFile[] = [];
  for (const file of files) {
    const { name } = file.file;
    const key = keyOf(name);
    const mimeType = file.mimeType ?? answers.get(key) ?? (await askMimeType(context, name));
    if (mimeType === undefined) return undefined;
    if (file.mimeType === undefined) answers.set(key, mimeType);
    typed.push({ ...file, mimeType });
  }
  return typed;
}

function keyOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 || dot === name.length - 1 ? `/${name}` : name.slice(dot).toLowerCase();
}
