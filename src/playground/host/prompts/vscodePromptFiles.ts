import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { realpath, rename, rm, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { abortable } from '../../../base/abortable';
import type { FileSource } from '../../conversation';
import { PROMPT_ENDING } from '../../prompts/promptFile';
import type { PromptFiles } from './promptFiles';

/** Prompt files in this VS Code's editors and file systems. */
export class VscodePromptFiles implements PromptFiles {
  async read(uri: string): Promise<string | undefined> {
    const open = documentOf(uri);
    // VS Code keeps documents for a while that no editor shows, and they grow old.
    if (open?.isDirty) return open.getText();
    try {
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(addressOf(uri)));
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound')
        return undefined;
      throw error;
    }
  }

  isDirty(uri: string): boolean {
    return documentOf(uri)?.isDirty ?? false;
  }

  async write(uri: string, text: string): Promise<void> {
    const address = addressOf(uri);
    if (address.scheme !== 'file') {
      await vscode.workspace.fs.writeFile(address, new TextEncoder().encode(text));
      return;
    }
    // What a link leads to is written, and the link stays.
    const path = await realpath(address.fsPath).catch(() => address.fsPath);
    // VS Code's own rename takes the old file away first.
    const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
    try {
      await writeFile(temporary, text, { flag: 'wx' });
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async saveAs(name: string, near: string | undefined): Promise<string | undefined> {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    const folder = near === undefined ? root : vscode.Uri.joinPath(addressOf(near), '..');
    const chosen = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Save as Prompt File'),
      filters: { [vscode.l10n.t('Prompts')]: [PROMPT_ENDING.slice(1)] },
      defaultUri: folder
        ? vscode.Uri.joinPath(folder, name)
        : vscode.Uri.from({ scheme: 'file', path: `/${name}` }),
    });
    return chosen?.toString();
  }

  async show(uri: string): Promise<void> {
    await vscode.window.showTextDocument(addressOf(uri), { preview: false });
  }

  async resolve(uri: string, path: string): Promise<FileSource | undefined> {
    const prompt = addressOf(uri);
    const found = vscode.Uri.joinPath(prompt, '..', path.replaceAll('\\', '/'));
    return (await isWithin(rootOf(prompt), found)) ? sourceOf(found) : undefined;
  }

  async relative(uri: string, source: FileSource): Promise<string | undefined> {
    const prompt = addressOf(uri);
    const isSame = source.scheme === prompt.scheme && source.authority === prompt.authority;
    if (!isSame || !(await isWithin(rootOf(prompt), vscode.Uri.from(source)))) return undefined;
    const path = posix.relative(posix.dirname(prompt.path), source.path);
    return path.startsWith('.') ? path : `./${path}`;
  }

  async size(source: FileSource): Promise<number> {
    try {
      return (await vscode.workspace.fs.stat(vscode.Uri.from(source))).size;
    } catch {
      // Whoever reads it says so.
      return 0;
    }
  }

  async hash(source: FileSource, signal?: AbortSignal): Promise<string> {
    const uri = vscode.Uri.from(source);
    const hash = createHash('sha256');
    if (uri.scheme !== 'file') {
      const content = Promise.resolve(vscode.workspace.fs.readFile(uri));
      hash.update(await abortable(content, signal));
    } else {
      for await (const piece of createReadStream(uri.fsPath, { ...(signal && { signal }) })) {
        hash.update(piece as Buffer);
      }
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

/** What a prompt may take files from: its workspace folder, or its own folder where it is in none. */
function rootOf(prompt: vscode.Uri): vscode.Uri {
  const folder = vscode.workspace.getWorkspaceFolder(prompt);
  return folder?.uri ?? vscode.Uri.joinPath(prompt, '..');
}

/** Links are followed: a prompt from elsewhere must not send what is outside of its workspace. */
async function isWithin(root: vscode.Uri, uri: vscode.Uri): Promise<boolean> {
  const [top, path] = await Promise.all([realPath(root), realPath(uri)]);
  return uri.scheme === root.scheme && path.startsWith(top.endsWith('/') ? top : `${top}/`);
}

async function realPath(uri: vscode.Uri): Promise<string> {
  if (uri.scheme !== 'file') return posix.normalize(uri.path);
  try {
    return vscode.Uri.file(await realpath(uri.fsPath)).path;
  } catch {
    // Not there: whoever reads it says so.
    return posix.normalize(uri.path);
  }
}
