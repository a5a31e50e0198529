import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { FileTarget } from '../base/fileTarget';
import { type Folders, ignoredByFiles, ignoredByGit } from './gitignore';
import type { IgnoredFiles } from './userFiles';

/** The used part of VS Code's Git extension API, which may change. */
interface GitExtension {
  readonly enabled?: boolean;
  getAPI?(version: 1): GitApi;
}

interface GitApi {
  readonly state?: 'uninitialized' | 'initialized';
  readonly onDidChangeState?: vscode.Event<unknown>;
  getRepository?(uri: vscode.Uri): GitRepository | null;
}

interface GitRepository {
  checkIgnore?(paths: string[]): Promise<ReadonlySet<string>>;
}

/** Maximum wait until Git has found its repositories, in ms. */
const TIMEOUT = 5000;
/** Maximum size of a `.gitignore`, in bytes. */
const MAX_RULES_BYTES = 1_000_000;

/**
 * Returns the files that Git ignores, according to VS Code's Git extension. Falls back to
 * `.gitignore` files if there is no usable repository.
 */
export async function gitIgnored(
  folder: FileTarget,
  targets: readonly FileTarget[],
): Promise<IgnoredFiles> {
  const named = await ignoredByFiles(workspaceFolderOf(folder), targets, readRules);
  const folders = await foldersInRepositories(targets);
  const byGit = folders.size === 0 ? new Set<FileTarget>() : await queryIgnored(folders, named);
  const isAsked = new Set(byGit ? [...folders.values()].flat() : []);
  const byFiles = [...named].filter((target) => !isAsked.has(target));
  return { files: new Set([...(byGit ?? []), ...byFiles]), isGitUnknown: byGit === undefined };
}

async function queryIgnored(
  folders: Folders,
  named: ReadonlySet<FileTarget>,
): Promise<ReadonlySet<FileTarget> | undefined> {
  try {
    const api = await gitApi();
    return api && (await ignoredByGit((some) => askAbout(api, some), folders, named));
  } catch {
    // The upload plan says that Git wasn't available.
    return undefined;
  }
}

/** `.gitignore` files above the selected folder only count inside the workspace. */
function workspaceFolderOf(folder: FileTarget): FileTarget {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.from(folder))?.uri ?? folder;
}

async function readRules(folder: FileTarget): Promise<string | undefined> {
  const uri = vscode.Uri.joinPath(vscode.Uri.from(folder), '.gitignore');
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    // Reading a pipe would never end.
    if ((type & vscode.FileType.File) === 0 || size > MAX_RULES_BYTES) return undefined;
    return new TextDecoder('utf-8').decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

async function foldersInRepositories(targets: readonly FileTarget[]): Promise<Folders> {
  const byFolder = Map.groupBy(
    targets.filter(({ scheme }) => scheme === 'file'),
    (target) => dirname(vscode.Uri.from(target).fsPath),
  );
  const known = new Map<string, Promise<boolean>>();
  const isInRepository = (folder: string): Promise<boolean> => {
    const found = known.get(folder) ?? hasMarker(folder, isInRepository);
    known.set(folder, found);
    return found;
  };
  const folders = new Map<string, readonly FileTarget[]>();
  for (const [folder, inside] of byFolder) {
    const real = await realpath(folder).catch(() => folder);
    if (await isInRepository(real)) folders.set(real, [...(folders.get(real) ?? []), ...inside]);
  }
  return folders;
}

async function hasMarker(
  folder: string,
  isInRepository: (folder: string) => Promise<boolean>,
): Promise<boolean> {
  const isHere = await access(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  const above = dirname(folder);
  return isHere || (above !== folder && (await isInRepository(above)));
}

async function askAbout(
  api: GitApi,
  folders: Folders,
): Promise<ReadonlySet<FileTarget> | undefined> {
  const byRepository = new Map<GitRepository, Map<string, FileTarget>>();
  for (const [folder, inside] of folders) {
    const repository = api.getRepository?.(vscode.Uri.file(folder));
    if (!repository?.checkIgnore) return undefined;
    const paths = byRepository.get(repository) ?? new Map<string, FileTarget>();
    for (const target of inside) {
      paths.set(join(folder, basename(vscode.Uri.from(target).fsPath)), target);
    }
    byRepository.set(repository, paths);
  }
  const ignored = new Set<FileTarget>();
  for (const [repository, paths] of byRepository) {
    const found = (await repository.checkIgnore?.([...paths.keys()])) ?? [];
    for (const path of found) {
      const target = paths.get(path);
      if (target) ignored.add(target);
    }
  }
  return ignored;
}

/** Activates the Git extension if necessary. Awaited here, since ignored files may contain secrets. */
async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (!extension) return undefined;
  const exports = await extension.activate();
  const api = exports.enabled === true ? exports.getAPI?.(1) : undefined;
  if (!api) return undefined;
  if (api.state === 'uninitialized') await initialized(api);
  return api;
}

function initialized({ onDidChangeState }: GitApi): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      subscription?.dispose();
      resolve();
    };
    const timer = setTimeout(end, TIMEOUT);
    const subscription = onDidChangeState?.(end);
  });
}
