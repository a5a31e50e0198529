import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';
import { AppError, errorCode } from '../base/errors';
import type { StreamedEntry } from '../base/tar';
import { safeFileName, safeEntryName } from './safeFiles';

export interface NewFolder {
  readonly path: string;
  /** Writes the folder atomically: an interruption leaves nothing. */
  write(entries: AsyncIterable<StreamedEntry>, signal: AbortSignal): Promise<void>;
}

/** User folders via VS Code dialogs. An interface, so that tests can replace it. */
export interface LocalFolders {
  /**
   * Asks for the parent of a new folder. Undefined if dismissed. Throws `AppError` (`taken`) if the name
   * exists.
   */
  makeIn(options: {
    readonly title: string;
    readonly label: string;
    readonly name: string;
  }): Promise<NewFolder | undefined>;
}

export const vscodeLocalFolders: LocalFolders = {
  async makeIn({ title, label, name }) {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    const [uri] =
      (await vscode.window.showOpenDialog({
        title,
        openLabel: label,
        canSelectFiles: false,
        canSelectFolders: true,
        ...(first && { defaultUri: first.uri }),
      })) ?? [];
    if (!uri) return undefined;
    if (uri.scheme !== 'file') {
      throw new AppError(
        'notReadable',
        l10n.t('Folders can be saved only on this machine’s file system.'),
      );
    }
    return await newFolder(uri.fsPath, name);
  },
};

/** Returns a new folder on this machine. Throws `AppError` (`taken`) if it exists. */
export async function newFolder(parent: string, name: string): Promise<NewFolder> {
  const safe = safeFileName(name, '', 'files');
  const path = join(parent, safe);
  if (await exists(path)) throw takenError(path);
  return {
    path,
    async write(entries, signal) {
      // In the same parent, as a rename is atomic only within a file system.
      const temporary = join(parent, `.${safe}.${randomBytes(6).toString('hex')}.part`);
      try {
        await mkdir(temporary);
        for await (const { path: steps, content } of entries) {
          signal.throwIfAborted();
          const to = join(temporary, ...steps.split('/').map(safeEntryName));
          await mkdir(content ? dirname(to) : to, { recursive: true });
          if (!content) continue;
          // Names may collide on this file system and must not overwrite each other's files.
          await pipeline(Readable.from(content), createWriteStream(to, { flags: 'wx' }), {
            signal,
          });
        }
        signal.throwIfAborted();
        if (await exists(path)) throw takenError(path);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { recursive: true, force: true });
        throw error;
      }
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function takenError(path: string): AppError<'taken'> {
  return new AppError('taken', l10n.t('{0} already exists.', path), {
    hint: l10n.t('Select another folder.'),
  });
}
