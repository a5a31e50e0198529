import * as l10n from '@vscode/l10n';
import { untar } from '../../base/tar';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import { safeFileName } from '../../platform/safeFiles';
import { environmentOf, openEntry, pathIn } from '../../service/environmentFiles';
import type { FilesCommand, FilesContext } from '../context';
import { shortName } from '../names';

export const saveFilesAs: FilesCommand<ResourceRef> = async (context, targets) => {
  for (const ref of targets) {
    if (ref.collection) continue;
    const known = context.services.store.find(ref);
    const isFolder = ref.kind === 'environment' || (known && kindRow(ref.kind).isFolder?.(known));
    await (isFolder ? saveFolder(context, ref) : saveFile(context, ref, ''));
  }
};

async function saveFolder(context: FilesContext, ref: ResourceRef): Promise<void> {
  const { prompts, localFolders } = context;
  const name = fileNameOf(ref);
  const title = l10n.t('Save {0} As', shortName(name));
  const way = await prompts.pick<'folder' | 'archive'>({ title }, [
    { label: l10n.t('Folder…'), icon: 'folder', value: 'folder' },
    { label: l10n.t('Tar Archive…'), icon: 'file-zip', value: 'archive' },
  ]);
  if (way === 'archive') await saveFile(context, ref, '.tar');
  if (way !== 'folder') return;
  const target = await localFolders.makeIn({ title, label: l10n.t('Save Here'), name });
  if (!target) return;
  await run(context, ref, target.path, async (task) => {
    const body = counted(await open(context, ref, task), task);
    await target.write(untar(body), task.signal);
  });
}

/** @param ending extension appended to the file's own name. */
async function saveFile(context: FilesContext, ref: ResourceRef, ending: string): Promise<void> {
  const { localFiles, services } = context;
  const name = `${fileNameOf(ref)}${ending}`;
  const target = await localFiles.saveAs({ title: l10n.t('Save {0} As', shortName(name)), name });
  if (!target) return;
  const known = ending === '' ? services.store.find(ref) : undefined;
  const size = known && kindRow(ref.kind).size?.(known);
  await run(context, ref, target.path, async (task) => {
    const body = await open(context, ref, task);
    await target.write(counted(body, task, size), task.signal);
  });
}

async function run(
  context: FilesContext,
  ref: ResourceRef,
  path: string,
  work: (task: Task) => Promise<void>,
): Promise<void> {
  const { activity } = context;
  const name = shortName(fileNameOf(ref));
  await activity.run(l10n.t('Saving {0}', name), async (task) => {
    await work(task);
    task.conclude(l10n.t('Saved {0} to {1}', name, path));
  });
  context.showStatus(l10n.t('Saved to {0}', path));
}

async function open(
  { services, clock }: FilesContext,
  ref: ResourceRef,
  { signal }: Task,
): Promise<AsyncIterable<Uint8Array>> {
  const client = await services.clients.get(ref.connection);
  return await openEntry(client, ref, { clock, signal });
}

/** Reports the bytes received. The size from the list may be outdated, so it's only a hint. */
async function* counted(
  body: AsyncIterable<Uint8Array>,
  task: Task,
  total?: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const piece of body) {
    yield piece;
    done += piece.length;
    if (total !== undefined && done <= total) task.report({ done, total });
  }
}

function fileNameOf(ref: ResourceRef): string {
  const last = (pathIn(ref) || environmentOf(ref).name).split('/').at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [last.slice(0, dot), last.slice(dot)] : [last, ''];
  if (/^\.[\w-]{1,16}$/.test(ending)) return safeFileName(stem, ending, 'file');
  return safeFileName(last, '', 'file');
}
