import * as l10n from '@vscode/l10n';
import { REQUEST_BYTES } from '../../../api/schema/fieldLimits';
import { AppError, errorMessage } from '../../../base/errors';
import { plainText } from '../../../platform/plainText';
import type { FileSource, KeptAttachment } from '../../../conversation/model/conversation';
import {
  type PromptAttachment,
  type PromptFile,
  promptFileName,
} from '../../../conversation/model/promptFile';
import { newAttachment } from '../../../conversation/attachments/attachmentEntry';
import { loadUserFile } from '../../../conversation/attachments/loadAttachment';
import type { SessionServices } from '../../../conversation/session/context';
import type { NamedFile, PromptDeps } from './promptFiles';

/** Bytes reserved for the rest of the request. */
const RESERVED_BYTES = 1024 * 1024;

export interface FoundFile extends PromptAttachment, NamedFile {
  readonly message: number;
  /** In bytes. */
  readonly size: number;
}

/**
 * Resolves the files of a prompt without reading them. Throws `AppError` if outside of the workspace or
 * unreadable.
 */
export async function findFiles(
  { messages }: Pick<PromptFile, 'messages'>,
  uri: string,
  { files }: Pick<PromptDeps, 'files'>,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const [message, { attachments = [] }] of messages.entries()) {
    for (const attachment of attachments) {
      const { path } = attachment;
      const named = await files.resolve(uri, path).catch(unreadable(path));
      if (!named) {
        throw new AppError('outside', l10n.t('“{0}” is outside the workspace.', plainText(path)), {
          hint: l10n.t(
            'A prompt can attach only files from its own workspace. Outside a workspace, it can attach only files in its own folder.',
          ),
        });
      }
      const size = await files.size(named.source).catch(unreadable(path));
      found.push({ ...attachment, ...named, message, size });
    }
  }
  return found;
}

/**
 * Returns paths of files that changed since the prompt was saved. Shows a cancelable notification if there
 * is no signal.
 * @throws AppError if a file can't be read
 */
export async function changedFiles(
  found: readonly FoundFile[],
  uri: string,
  parts: Pick<PromptDeps, 'files' | 'progress'>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { files } = parts;
  const work = async (until: AbortSignal | undefined): Promise<readonly string[]> => {
    const changed: string[] = [];
    for (const { source, path, sha256 } of found) {
      const now = await files.hash(source, until).catch((error: unknown) => {
        until?.throwIfAborted();
        return unreadable(path)(error);
      });
      if (sha256 !== undefined && sha256.toLowerCase() !== now) changed.push(path);
    }
    return changed;
  };
  if (signal) return await work(signal);
  const title = l10n.t('Reading the files of {0}', promptFileName(uri));
  const sources = found.map(({ source }) => source);
  return await withReadProgress(title, sources, parts, work);
}

function unreadable(path: string): (error: unknown) => never {
  return (error) => {
    const why = errorMessage(error);
    throw new AppError('unreadable', l10n.t('Couldn’t read “{0}”: {1}', plainText(path), why), {
      cause: error,
      hint: l10n.t('Add the file, or remove it from the prompt.'),
    });
  };
}

export function reportChanged(
  changed: readonly string[],
  { prompts }: Pick<PromptDeps, 'prompts'>,
): void {
  if (changed.length === 0) return;
  const names = changed.map((path) => `“${path}”`).join(', ');
  const message = l10n.t(
    'Changed since the prompt was saved: {0}. The current version is sent.',
    names,
  );
  void prompts.notify('warning', message);
}

/** Loads files by message index: inline if they fit, otherwise uploaded. */
export async function loadFiles(
  prompt: PromptFile,
  found: readonly Pick<FoundFile, 'message' | 'source'>[],
  services: SessionServices,
  connection: string,
  signal: AbortSignal,
): Promise<readonly (readonly KeptAttachment[])[]> {
  let room = REQUEST_BYTES - RESERVED_BYTES - Buffer.byteLength(JSON.stringify(prompt));
  const loaded: KeptAttachment[][] = [];
  for (const { message, source } of found) {
    const kept = newAttachment({ kind: 'user', target: source }, connection);
    const ready = await loadUserFile(kept, {
      ...services,
      ...{ signal, closing: signal, connection: () => connection },
      reserve: (bytes) => {
        if (bytes > room) return false;
        room -= bytes;
        return true;
      },
      onFound: () => undefined,
      onState: () => undefined,
    });
    (loaded[message] ??= []).push(ready);
  }
  return loaded;
}

/** Total size in bytes above which reading takes noticeable time. */
const LARGE = 10 * 1024 * 1024;

/** Runs work that reads complete files. Shows a cancelable notification for large files. */
export async function withReadProgress<T>(
  title: string,
  sources: readonly FileSource[],
  { files, progress }: Pick<PromptDeps, 'files' | 'progress'>,
  work: (signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  const sizes = await Promise.all(sources.map((source) => files.size(source).catch(() => 0)));
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return all > LARGE ? await progress(title, work) : await work();
}
