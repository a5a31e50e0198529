import * as l10n from '@vscode/l10n';
import { constants } from 'node:fs';
import { access, lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, posix, sep } from 'node:path';
import * as vscode from 'vscode';
import { type GitApi, readyGit, type VscodeRepository } from '../platform/vscodeGit';
import { AppError } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import { requirePlainFile } from '../platform/safeFiles';
import { plainText } from '../platform/plainText';
import type { System } from '../platform/system';
import { type Folders, ignoredByFiles, ignoredByGit } from './gitignore';
import { type FolderEntry, walkFolder } from './walkFolder';
import {
  fileError,
  type IgnoredFiles,
  type UserFile,
  type UserFiles,
  wholeMilliseconds,
} from './openSource';

/** Accesses files through VS Code, and local files through node:fs. */
export const vscodeUserFiles = ({ remoteHost }: Pick<System, 'remoteHost'>): UserFiles => ({
  async inspect(given) {
    const target = isOnThisMachine(given, remoteHost);
    const uri = uriOf(target);
    const name = posix.basename(uri.path) || uri.path;
    if (uri.scheme === 'untitled') {
      throw new AppError(
        'notSaved',
        l10n.t('{0} has no file yet. Save it first.', plainText(name)),
      );
    }
    const path = uri.scheme === 'file' ? uri.fsPath : uri.toString(true);
    try {
      const found = uri.scheme === 'file' ? await inspectLocal(uri) : await inspectVirtual(uri);
      return { target, name, path, ...found, ...(isUnsaved(uri) && { isUnsaved: true }) };
    } catch (error) {
      throw fileError({ path }, error);
    }
  },
  async filesBelow(folder, patterns, signal) {
    const entriesOf = folder.scheme === 'file' ? localEntriesOf : virtualEntriesOf;
    return await walkFolder(folder, patterns, entriesOf, signal);
  },
  ignored: gitIgnored,
  async readAll(target) {
    const uri = uriOf(target);
    try {
      if (uri.scheme === 'file') await requirePlainFile(uri.fsPath);
      return await vscode.workspace.fs.readFile(uri);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw fileError({ path: uri.toString(true) }, error);
    }
  },
  async pick({ title, label, folders }) {
    const uris = await vscode.window.showOpenDialog({
      title,
      openLabel: label,
      canSelectFiles: !folders,
      canSelectFolders: folders,
      canSelectMany: true,
      ...firstFolder(),
    });
    return (uris ?? []).map(targetOf);
  },
  async save(target) {
    const uri = uriOf(target);
    const document = documentOf(uri);
    // Includes documents without a tab, such as one side of a diff.
    if (document) return (await document.save()) || !document.isDirty;
    return (await vscode.workspace.save(uri)) !== undefined;
  },
});

function firstFolder(): { readonly defaultUri?: vscode.Uri } {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return folder ? { defaultUri: folder.uri } : {};
}

function isUnsaved(uri: vscode.Uri): boolean {
  if (documentOf(uri)?.isDirty === true) return true;
  // Notebooks and custom editors.
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.some(
    ({ isDirty, input }) =>
      isDirty &&
      (input instanceof vscode.TabInputNotebook || input instanceof vscode.TabInputCustom) &&
      input.uri.toString() === uri.toString(),
  );
}

function documentOf(uri: vscode.Uri): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === address);
}

/**
 * A webview in a remote window passes `vscode-remote` URIs, but the extension may run on that
 * remote machine.
 */
function isOnThisMachine(target: FileTarget, remoteHost: string | undefined): FileTarget {
  const isBeside = target.scheme === 'vscode-remote' && remoteHost !== undefined;
  return isBeside ? { scheme: 'file', authority: '', path: target.path } : target;
}

/** Throws `AppError` if VS Code rejects the URI. */
function uriOf({ scheme, authority, path }: FileTarget): vscode.Uri {
  try {
    return vscode.Uri.from({ scheme, authority, path });
  } catch (error) {
    throw new AppError('fileGone', l10n.t('{0} isn’t a file URI.', plainText(path)), {
      cause: error,
    });
  }
}

function targetOf({ scheme, authority, path }: vscode.Uri): FileTarget {
  return { scheme, authority, path };
}

type InspectedTarget = Pick<UserFile, 'kind' | 'size' | 'modifiedAt' | 'localPath' | 'leadsTo'>;

/** Throws the errors of node:fs. Doesn't open the file, since opening a pipe would block. */
async function inspectLocal(uri: vscode.Uri): Promise<InspectedTarget> {
  const path = uri.fsPath;
  await lstat(path);
  const found = await stat(path, { bigint: true });
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  if (kind !== 'other') await access(path, constants.R_OK);
  const leadsTo = await pathOutsideFolder(uri);
  return {
    kind,
    size: Number(found.size),
    modifiedAt: wholeMilliseconds(found),
    localPath: path,
    ...(leadsTo !== undefined && { leadsTo }),
  };
}

async function pathOutsideFolder(uri: vscode.Uri): Promise<string | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return undefined;
  const [real, realFolder] = await Promise.all([realpath(uri.fsPath), realpath(folder.uri.fsPath)]);
  const inside = realFolder.endsWith(sep) ? realFolder : realFolder + sep;
  return real === realFolder || real.startsWith(inside) ? undefined : real;
}

async function inspectVirtual(uri: vscode.Uri): Promise<InspectedTarget> {
  const { type, size, mtime } = await vscode.workspace.fs.stat(uri);
  const is = (kind: vscode.FileType): boolean => (type & kind) !== 0;
  const kind = is(vscode.FileType.File)
    ? 'file'
    : is(vscode.FileType.Directory)
      ? 'folder'
      : 'other';
  return { kind, size, modifiedAt: mtime };
}

async function localEntriesOf(folder: FileTarget): Promise<readonly FolderEntry[]> {
  return await localEntries(uriOf(folder).fsPath);
}

async function virtualEntriesOf(folder: FileTarget): Promise<readonly FolderEntry[]> {
  const entries = await vscode.workspace.fs.readDirectory(uriOf(folder));
  // A link to a folder has both type bits.
  return entries.map(([name, type]) => ({ name, isFolder: type === vscode.FileType.Directory }));
}

/** Lists a local folder. Links don't count as folders. Throws the errors of node:fs. */
async function localEntries(path: string): Promise<readonly FolderEntry[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
}

/** Maximum size of a `.gitignore`, in bytes. */
const MAX_RULES_BYTES = 1_000_000;

/**
 * Returns the files that Git ignores, according to VS Code's Git extension. Falls back to
 * `.gitignore` files if there is no usable repository.
 */
async function gitIgnored(
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
    // Awaited, since ignored files may contain secrets.
    const api = await readyGit();
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
  const byRepository = new Map<VscodeRepository, Map<string, FileTarget>>();
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
