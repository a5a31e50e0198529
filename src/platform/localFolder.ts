import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as vscode from 'vscode';
import { AppError, errorCode } from '../base/errors';
import type { ComingEntry } from '../base/untar';
import { safeFileName, safeStep } from './safeFiles';

/** A folder that is to be made on this machine. */
export interface NewFolder {
  readonly path: string;
  /** Writes all of it, or nothing: what an interrupted write made is taken away. */
  write(entries: AsyncIterable<ComingEntry>, signal: AbortSignal): Promise<void>;
}

/** Folders of the user, through VS Code's dialogs. An interface: tests have their own. */
export interface LocalFolders {
  /**
   * Asks in which folder a new one is made; undefined when dismissed. Throws `AppError` (`taken`) where one of the name
   * is there already.
   */
  makeIn(options: {
    readonly title: string;
    readonly label: string;
    /** Of the new folder; made safe here. */
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

/** A folder within one of this machine. Throws `AppError` (`taken`). */
export async function newFolder(parent: string, name: string): Promise<NewFolder> {
  const safe = safeFileName(name, '', 'files');
  const path = join(parent, safe);
  if (await isThere(path)) throw taken(path);
  return {
    path,
    async write(entries, signal) {
      // Beside it, because a rename is atomic only within a file system.
      const temporary = join(parent, `.${safe}.${randomBytes(6).toString('hex')}.part`);
      try {
        await mkdir(temporary);
        for await (const { path: steps, content } of entries) {
          signal.throwIfAborted();
          const to = join(temporary, ...steps.split('/').map(safeStep));
          await mkdir(content ? dirname(to) : to, { recursive: true });
          if (!content) continue;
          // Two names that are one here may not overwrite each other.
          await pipeline(Readable.from(content), createWriteStream(to, { flags: 'wx' }), {
            signal,
          });
        }
        signal.throwIfAborted();
        if (await isThere(path)) throw taken(path);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { recursive: true, force: true });
        throw error;
      }
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function taken(path: string): AppError<'taken'> {
  return new AppError('taken', l10n.t('{0} already exists.', path), {
    hint: l10n.t('Select another folder.'),
  });
}
