import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import type { ResourceRef } from '../../catalog/ref';
import type { Connection } from '../../service/connection';
import { entriesIn, entryRef, environmentOf, pathIn } from '../../service/environmentFiles';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { resourceName } from '../../catalog/resourceName';
import { createCall } from '../../service/tableCalls';
import type { FilesCommand, FilesContext } from '../context';
import { enqueueFiles, type FileToSend } from '../enqueueFiles';
import { type GatheredFiles, gatherFiles } from '../gatherFiles';
import { askUnsaved, inspectFiles, requireReady } from '../inspectFiles';
import { shortName } from '../names';
import { confirmPlan, pickTargets, requireSome } from '../uploadFiles';
import type { Candidate } from '../uploadPlan';

export const uploadToEnvironment: FilesCommand<FileTarget> = async (context, targets) => {
  const connection = await requireReady(context);
  if (!connection) return;
  const title = l10n.t('Upload to Environment');
  const ref = await chooseEnvironment(context, connection, title);
  if (ref) await uploadInto(context, ref, targets);
};

export const fillEnvironment: FilesCommand<ResourceRef> = async (context, [target]) => {
  if (!target || target.collection || !(await requireReady(context))) return;
  await uploadInto(context, target, []);
};

interface PlacedFile extends Candidate {
  readonly to: string;
}

export async function uploadInto(
  context: FilesContext,
  folder: ResourceRef,
  targets: readonly FileTarget[],
): Promise<void> {
  const { services } = context;
  const connection = services.connections.find(folder.connection);
  if (!connection)
    throw new AppError('unknownConnection', l10n.t('This connection no longer exists.'));
  const where = placeName(folder);
  const title = l10n.t('Upload to {0}', where);
  const chosen = targets.length > 0 ? targets : await pickTargets(context, title);
  if (chosen.length === 0) return;
  const gathered = await gatherFiles(context, chosen, 'environment');
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
  const placed = await withoutTaken(context, folder, place(candidates, chosen, folder));
  if (!placed || placed.length === 0) return;
  await send(context, { connection, folder, where }, { ...gathered, candidates: placed });
}

async function send(
  context: FilesContext,
  {
    connection,
    folder,
    where,
  }: {
    readonly connection: Connection;
    readonly folder: ResourceRef;
    readonly where: string;
  },
  gathered: Omit<GatheredFiles, 'candidates'> & { readonly candidates: readonly TakenFile[] },
): Promise<void> {
  const leftOut = [...gathered.leftOut];
  const inspection = await context.progress(l10n.t('Checking the files for {0}', where), (signal) =>
    inspectFiles(context, 'environment', gathered.candidates, leftOut, signal),
  );
  requireSome({ ...gathered, candidates: inspection.files, leftOut });
  const at = l10n.t('{0} of {1}', where, connection.name);
  if (!(await confirmPlan(context, at, { ...gathered, leftOut }, inspection))) return;
  const isUnpacked = await askArchive(context, inspection.files);
  if (isUnpacked === undefined) return;
  const sent = inspection.files.flatMap((one): readonly FileToSend[] => {
    const taken = gathered.candidates.find(({ file }) => file === one.file);
    if (!taken) return [];
    const { name, version } = isUnpacked ? rootOf(folder) : entryRef(folder, taken.to);
    const { isReplacing } = taken;
    return [
      {
        file: one.file,
        displayName: one.displayName,
        mimeType: one.mimeType ?? '',
        entry: { name, version, isReplacing, isArchive: isUnpacked },
      },
    ];
  });
  await enqueueFiles(context, connection, sent);
}

function rootOf(folder: ResourceRef): ResourceRef {
  return pathIn(folder) === ''
    ? { ...folder, name: `${environmentOf(folder).name}/files/` }
    : folder;
}

/** Files of a chosen folder go into a folder of that name; files chosen directly don't. */
function place(
  candidates: readonly Candidate[],
  chosen: readonly FileTarget[],
  folder: ResourceRef,
): readonly PlacedFile[] {
  const base = pathIn(folder);
  return candidates.map((one) => {
    const { path } = one.file.target;
    const top = chosen.find((target) => one.isOfFolder && path.startsWith(`${trimmed(target)}/`));
    const start = (top ? trimmed(top) : path).lastIndexOf('/') + 1;
    const to = [base, path.slice(start)].filter(Boolean).join('/');
    return { ...one, to };
  });
}

function trimmed({ path }: FileTarget): string {
  return path.replace(/\/+$/, '');
}

type TakenFile = PlacedFile & { readonly isReplacing: boolean };

async function withoutTaken(
  context: Pick<FilesContext, 'progress' | 'prompts' | 'services'>,
  folder: ResourceRef,
  files: readonly PlacedFile[],
): Promise<readonly TakenFile[] | undefined> {
  const { prompts, services, progress } = context;
  const there = new Set<string>();
  await progress(l10n.t('Listing the contents of {0}', placeName(folder)), async (signal) => {
    for await (const page of entriesIn(services.calls, folder, true, signal)) {
      for (const { path } of page) there.add(path);
    }
  });
  const taken = files.filter(({ to }) => there.has(to));
  const marked = files.map((file) => ({ ...file, isReplacing: there.has(file.to) }));
  const [first] = taken;
  if (!first) return marked;
  const message =
    taken.length === 1
      ? l10n.t('{0} already exists.', shortName(first.to))
      : l10n.t('{0} files already exist.', taken.length.toLocaleString('en'));
  const [overwrite, skip] = [l10n.t('Overwrite'), l10n.t('Skip')];
  const answer = await prompts.confirm(message, {
    detail: l10n.t('Overwritten files can’t be recovered.'),
    actions: [overwrite, skip],
  });
  if (answer === undefined) return undefined;
  return answer === overwrite ? marked : marked.filter(({ isReplacing }) => !isReplacing);
}

async function askArchive(
  { prompts }: Pick<FilesContext, 'prompts'>,
  files: readonly Candidate[],
): Promise<boolean | undefined> {
  const [only, ...others] = files;
  if (!only || others.length > 0 || !/\.(tar|tar\.gz|tgz)$/i.test(only.file.name)) return false;
  return await prompts.pick<boolean>({ title: l10n.t('Upload {0}', shortName(only.file.name)) }, [
    { label: l10n.t('Extract There'), icon: 'file-zip', value: true },
    { label: l10n.t('Upload as Is'), icon: 'file', value: false },
  ]);
}

function placeName(folder: ResourceRef): string {
  const path = pathIn(folder);
  const id = environmentOf(folder).name.split('/').at(-1) ?? '';
  return shortName(path === '' ? id : `${id}/${path}`);
}

type ChooseDeps = Pick<FilesContext, 'prompts' | 'services' | 'progress' | 'clock'>;

async function chooseEnvironment(
  context: ChooseDeps,
  connection: Connection,
  title: string,
): Promise<ResourceRef | undefined> {
  const { prompts, services, clock } = context;
  const collection = topCollection('environment', connection);
  if (!collection) {
    throw new AppError(
      'noEnvironments',
      l10n.t('No API version of this connection supports environments.'),
    );
  }
  const row = kindRow('environment');
  const gone = new AbortController();
  const listed = services.store.loadAll(collection, { signal: gone.signal }).then(({ items }) => [
    ...items.map((item) => {
      const facts = row.description(item, clock.now());
      return {
        label: row.label(item),
        ...(facts && { detail: l10n.t(facts.message, ...facts.args) }),
        icon: row.icon,
        value: resourceName(collection, item),
      };
    }),
    { label: l10n.t('New Empty Environment'), icon: 'add', value: '', separator: '' },
  ]);
  let name: string | undefined;
  try {
    name = await prompts.pick<string>({ title }, listed);
  } finally {
    gone.abort();
  }
  if (name === undefined) return undefined;
  const { connection: id, version, kind } = collection;
  if (name !== '') return { connection: id, version, kind, name };
  const call = createCall(collection, {});
  const made = await context.progress(l10n.t('Creating an environment'), (signal) =>
    services.calls.call(collection, call.id, call.input, { signal }),
  );
  const ref = { connection: id, version, kind, name: resourceName(collection, made) };
  services.store.merge(ref, made);
  return ref;
}
