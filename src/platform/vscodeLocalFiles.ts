import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';
import { AppError } from '../base/errors';
import type { FileFilter, LocalFiles, SourceFile, TargetFile } from './localFiles';
import { readPlainFile } from './plainFile';
import { plainText } from './plainText';

/** Files through VS Code's dialogs, on the machine that the extension runs on or of another file system. */
export const vscodeLocalFiles: LocalFiles = {
  async pick({ title, label, filter, folder }) {
    const [uri] =
      (await vscode.window.showOpenDialog({
        title,
        openLabel: label,
        ...common(filter, folder),
      })) ?? [];
    return uri && (await sourceFile(uri));
  },
  open: ({ scheme, authority, path }) => sourceFile(vscode.Uri.from({ scheme, authority, path })),
  async saveAs({ title, name, filter, folder }) {
    const { defaultUri, ...filters } = common(filter, folder);
    const uri = await vscode.window.showSaveDialog({
      ...{ title, ...filters },
      defaultUri: defaultUri
        ? vscode.Uri.joinPath(defaultUri, name)
        : vscode.Uri.from({ scheme: 'file', path: `/${name}` }),
    });
    return uri && targetFile(uri);
  },
};

function common(filter: FileFilter | undefined, folder: string | undefined) {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const defaultUri = folder === undefined ? first?.uri : vscode.Uri.parse(folder);
  return {
    ...(filter && { filters: { [filter.name]: [...filter.extensions] } }),
    ...(defaultUri && { defaultUri }),
  };
}

async function sourceFile(uri: vscode.Uri): Promise<SourceFile> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  // A pipe or a device would never end.
  if ((type & vscode.FileType.File) === 0) {
    const name = plainText(posix.basename(uri.path));
    const isFolder = (type & vscode.FileType.Directory) !== 0;
    throw new AppError(
      'notReadable',
      isFolder
        ? vscode.l10n.t('{0} is a folder.', name)
        : vscode.l10n.t('{0} is not a file.', name),
      { hint: vscode.l10n.t('Choose a file with rows or text.') },
    );
  }
  return {
    ...{ name: posix.basename(uri.path), path: uri.fsPath, uri: uri.toString(), size },
    async *read(signal) {
      // Other file systems give whole files only.
      if (uri.scheme !== 'file') yield await vscode.workspace.fs.readFile(uri);
      else yield* readPlainFile(uri.fsPath, vscode.l10n, signal);
    },
  };
}

function targetFile(uri: vscode.Uri): TargetFile {
  return {
    ...{ path: uri.fsPath, uri: uri.toString() },
    async write(pieces, signal) {
      if (uri.scheme === 'file') await writeLocal(uri.fsPath, pieces, signal);
      else await writeWhole(uri, pieces, signal);
    },
  };
}

async function writeWhole(
  uri: vscode.Uri,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    parts.push(typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece);
  }
  signal?.throwIfAborted();
  await vscode.workspace.fs.writeFile(uri, Buffer.concat(parts));
}

async function writeLocal(
  path: string,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  // In the same folder, because a rename is atomic only within a file system.
  // A name of its own: no other file is in its way, and no other export to the same place.
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    const target = createWriteStream(temporary, { flags: 'wx' });
    await pipeline(Readable.from(pieces), target, { ...(signal && { signal }) });
    signal?.throwIfAborted();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
