import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { abortable } from '../../../base/async';
import { systemClock } from '../../../base/clock';
import { AppError, errorCode } from '../../../base/errors';
import { PRESET_FOLDER } from '../../../conversation/store/conversationStore';
import { plainText } from '../../../platform/plainText';
import { notificationProgress } from '../../../platform/progress';
import { replaceText } from '../../../platform/textDocuments';
import {
  readPlainFile,
  realPathInside,
  requirePlainFile,
  resolveTarget,
  writeBelow,
  type WriteObstacle,
} from '../../../platform/safeFiles';
import type { FileSource } from '../../../conversation/model/conversation';
import { PROMPT_ENDING, promptFileName } from '../../../conversation/model/promptFile';
import type { PlaygroundHost } from '../../../conversation/session/context';
import type { Preset, PresetFiles } from './presets';
import type { NamedFile, PromptDeps, PromptFiles, TextRange } from './promptFiles';

export class VscodePromptFiles implements PromptFiles {
  async read(uri: string): Promise<string | undefined> {
    const open = documentOf(uri);
    // VS Code keeps closed documents in memory, and their text gets outdated.
    if (open?.isDirty) return open.getText();
    const address = addressOf(uri);
    try {
      if (address.scheme === 'file') await requirePlainFile(address.fsPath);
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(address));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound')
        return undefined;
      throw error;
    }
  }

  /** Streams the bytes of a file. Throws if the path isn't a readable file. */
  async *open(uri: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    const address = addressOf(uri);
    if (address.scheme === 'file') yield* readPlainFile(address.fsPath, signal);
    else yield await abortable(Promise.resolve(vscode.workspace.fs.readFile(address)), signal);
  }

  isDirty(uri: string): boolean {
    return documentOf(uri)?.isDirty ?? false;
  }

  async write(uri: string, text: string): Promise<void> {
    const address = addressOf(uri);
    if (address.scheme !== 'file') {
      await this.writeResult(uri, text);
      return;
    }
    const path = await realpath(address.fsPath).catch(() => address.fsPath);
    writeAt(address, path, text);
  }

  async requirePlace(uri: string): Promise<void> {
    await requirePlace(addressOf(uri));
  }

  async writeResult(uri: string, text: string): Promise<void> {
    const address = addressOf(uri);
    if (address.scheme === 'file') {
      writeAt(address, address.fsPath, text);
      return;
    }
    await requirePlace(address);
    await vscode.workspace.fs.writeFile(address, new TextEncoder().encode(text));
  }

  async saveAs(name: string, near: string | undefined): Promise<string | undefined> {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    const folder = near === undefined ? root : vscode.Uri.joinPath(addressOf(near), '..');
    const chosen = await vscode.window.showSaveDialog({
      title: l10n.t('Save as Prompt File'),
      filters: { [l10n.t('Prompts')]: [PROMPT_ENDING.slice(1)] },
      defaultUri: folder
        ? vscode.Uri.joinPath(folder, name)
        : vscode.Uri.from({ scheme: 'file', path: `/${name}` }),
    });
    return chosen?.toString();
  }

  async choose(near: string): Promise<string | undefined> {
    const [chosen] =
      (await vscode.window.showOpenDialog({
        title: l10n.t('Select Moved File'),
        filters: { [l10n.t('Prompts')]: [PROMPT_ENDING.slice(1)] },
        defaultUri: vscode.Uri.joinPath(addressOf(near), '..'),
      })) ?? [];
    return chosen?.toString();
  }

  async show(uri: string): Promise<void> {
    await vscode.window.showTextDocument(addressOf(uri), { preview: false });
  }

  async edit(uri: string, text: string, { offset, length }: TextRange): Promise<void> {
    const address = addressOf(uri);
    const document = await vscode.workspace.openTextDocument(address);
    const isUnsaved = document.isDirty;
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    await replaceText(document, text);
    const start = document.positionAt(offset);
    editor.selection = new vscode.Selection(start, document.positionAt(offset + length));
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    if (!isUnsaved) await document.save();
  }

  async resolve(uri: string, path: string): Promise<NamedFile | undefined> {
    const prompt = addressOf(uri);
    const found = vscode.Uri.joinPath(prompt, '..', path.replaceAll('\\', '/'));
    const below = await placeFrom(prompt, found);
    if (below === undefined) return undefined;
    return { source: sourceOf(vscode.Uri.joinPath(rootOf(prompt), below)), below };
  }

  async relative(uri: string, source: FileSource): Promise<string | undefined> {
    const prompt = addressOf(uri);
    const isSame = source.scheme === prompt.scheme && source.authority === prompt.authority;
    if (!isSame || (await placeFrom(prompt, vscode.Uri.from(source))) === undefined) {
      return undefined;
    }
    const path = posix.relative(posix.dirname(prompt.path), source.path);
    return path.startsWith('.') ? path : `./${path}`;
  }

  async size(source: FileSource): Promise<number> {
    const { type, size } = await vscode.workspace.fs.stat(vscode.Uri.from(source));
    // Reading a pipe would block forever.
    if ((type & vscode.FileType.File) === 0) throw new Error(l10n.t('It isn’t a file.'));
    return size;
  }

  async hash(source: FileSource, signal?: AbortSignal): Promise<string> {
    const uri = vscode.Uri.from(source);
    const hash = createHash('sha256');
    if (uri.scheme !== 'file') {
      const content = Promise.resolve(vscode.workspace.fs.readFile(uri));
      hash.update(await abortable(content, signal));
    } else {
      for await (const piece of readPlainFile(uri.fsPath, signal)) hash.update(piece);
    }
    return hash.digest('hex');
  }
}

function addressOf(uri: string): vscode.Uri {
  return vscode.Uri.parse(uri, true);
}

function documentOf(uri: string): vscode.TextDocument | undefined {
  const address = addressOf(uri).toString();
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === address);
}

function sourceOf({ scheme, authority, path }: vscode.Uri): FileSource {
  return { scheme, authority, path };
}

/** Returns the allowed root of a prompt: its workspace folder, or its own folder without a workspace. */
function rootOf(prompt: vscode.Uri): vscode.Uri {
  const folder = vscode.workspace.getWorkspaceFolder(prompt);
  return folder?.uri ?? vscode.Uri.joinPath(prompt, '..');
}

/** Returns the path from the prompt's root, with symlinks resolved. Undefined if not allowed. */
async function placeFrom(prompt: vscode.Uri, file: vscode.Uri): Promise<string | undefined> {
  const root = rootOf(prompt);
  if (file.scheme !== root.scheme || file.authority !== root.authority) return undefined;
  const below =
    file.scheme === 'file'
      ? realPathInside(root.fsPath, file.fsPath)
      : await linklessPath(root, file);
  const isInWorkspace = vscode.workspace.getWorkspaceFolder(prompt) !== undefined;
  return isInWorkspace || !below?.includes('/') ? below : undefined;
}

/** Same as `realPathInside` for virtual file systems. Rejects symlinks, because their target is unknown. */
async function linklessPath(root: vscode.Uri, file: vscode.Uri): Promise<string | undefined> {
  const below = posix.relative(root.path, file.path);
  if (below === '' || below === '..' || below.startsWith('../')) return undefined;
  const steps = below.split('/');
  for (const index of steps.keys()) {
    const step = vscode.Uri.joinPath(root, ...steps.slice(0, index + 1));
    if (await isLink(step)) return undefined;
  }
  return below;
}

async function isLink(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.SymbolicLink) !== 0;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/** Throws `AppError` (`badPlace`) if a file must not be written. */
async function requirePlace(address: vscode.Uri): Promise<void> {
  const root = rootOf(address);
  if (address.scheme !== 'file') {
    if ((await linklessPath(root, address)) === undefined) throw badPlace(address, 'link');
    return;
  }
  const place = resolveTarget(root.fsPath, address.fsPath);
  if ('wrong' in place) throw badPlace(address, place.wrong);
}

/**
 * Writes a local file. Throws like `requirePlace`.
 * @param path resolved path if symlinks are followed
 */
function writeAt(address: vscode.Uri, path: string, text: string): void {
  const wrong = writeBelow(rootOf(address).fsPath, path, text);
  if (wrong) throw badPlace(address, wrong);
}

function badPlace(address: vscode.Uri, wrong: WriteObstacle): AppError<'badPlace'> {
  const name = promptFileName(address.toString());
  if (wrong === 'other') {
    return new AppError('badPlace', l10n.t('{0} already exists and isn’t a file.', name));
  }
  if (wrong === 'link') {
    const message = l10n.t('{0} is a link. Files aren’t written through links.', name);
    return new AppError('badPlace', message, {
      hint: l10n.t('Remove the link, then try again.'),
    });
  }
  const message = l10n.t('{0} is in a linked folder outside the workspace.', name);
  return new AppError('badPlace', message, {
    hint: l10n.t('Open its actual folder, then try again.'),
  });
}

const EXCLUDED = '**/{node_modules,.git}/**';
/** Maximum number of prompt files that are listed or compared. */
const MAX_FILES = 500;

export async function findPromptFiles(): Promise<readonly vscode.Uri[]> {
  return await vscode.workspace.findFiles(`**/*${PROMPT_ENDING}`, EXCLUDED, MAX_FILES);
}

export function promptDeps({ prompts, documents, context }: PlaygroundHost): PromptDeps {
  return {
    files: new VscodePromptFiles(),
    prompts,
    documents,
    progress: notificationProgress,
    memory: context.workspaceState,
    isTrusted: () => vscode.workspace.isTrusted,
    clock: systemClock,
  };
}

export class VscodePresetFiles implements PresetFiles {
  readonly #global: vscode.Uri;

  constructor(globalStorage: vscode.Uri) {
    this.#global = vscode.Uri.joinPath(globalStorage, PRESET_FOLDER);
  }

  async list(): Promise<readonly Preset[]> {
    const [own, found] = await Promise.all([
      this.#names(),
      vscode.workspace.isTrusted && vscode.workspace.workspaceFolders ? findPromptFiles() : [],
    ]);
    const { language } = vscode.env;
    const byName = (one: string, other: string): number => one.localeCompare(other, language);
    return [
      ...own.toSorted(byName).map((name) => this.#preset(name)),
      ...found
        .map((uri) => ({ uri: uri.toString(), isGlobal: false, folder: folderOf(uri) }))
        .toSorted((one, other) => byName(one.folder + one.uri, other.folder + other.uri)),
    ];
  }

  places(fileName: string): readonly (Preset & { readonly label: string })[] {
    const { isTrusted, workspaceFolders = [] } = vscode.workspace;
    return [
      { ...this.#preset(fileName), label: l10n.t('All workspaces') },
      ...(isTrusted ? workspaceFolders : []).map(({ name, uri }) => ({
        uri: vscode.Uri.joinPath(uri, 'prompts', fileName).toString(),
        isGlobal: false,
        label: plainText(name),
        folder: 'prompts',
      })),
    ];
  }

  /** As an edit of VS Code, so that open conversations of the file are notified. */
  async rename(from: string, to: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(vscode.Uri.parse(from, true), vscode.Uri.parse(to, true));
    if (await vscode.workspace.applyEdit(edit)) return;
    throw new AppError('notRenamed', l10n.t('Couldn’t rename {0}.', promptFileName(from)));
  }

  async delete(uri: string): Promise<void> {
    await vscode.workspace.fs.delete(vscode.Uri.parse(uri, true));
  }

  #preset(name: string): Preset {
    return { uri: vscode.Uri.joinPath(this.#global, name).toString(), isGlobal: true };
  }

  async #names(): Promise<readonly string[]> {
    try {
      const entries = await vscode.workspace.fs.readDirectory(this.#global);
      return entries.flatMap(([name]) => (name.endsWith(PROMPT_ENDING) ? name : []));
    } catch (error) {
      // The folder is created with the first preset.
      if (errorCode(error) === 'ENOENT') return [];
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return [];
      throw error;
    }
  }
}

function folderOf(uri: vscode.Uri): string {
  const path = vscode.workspace.asRelativePath(uri);
  return plainText(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}
