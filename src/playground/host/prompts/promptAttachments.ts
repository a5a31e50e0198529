import { AppError, errorMessage } from '../../../base/errors';
import { messageText, plainText } from '../../../platform/plainText';
import type { FileSource, KeptAttachment } from '../../conversation';
import type { PromptAttachment, PromptFile } from '../../prompts/promptFile';
import { loadUserFile } from '../attachments/loadAttachment';
import { newAttachment } from '../attachments/newAttachment';
import { REQUEST_LIMIT } from '../attachments/requestSize';
import type { SessionServices } from '../services';
import { promptFileName } from './promptFileName';
import type { PromptParts } from './promptParts';
import { whileReading } from './whileReading';

/** Bytes of a request besides what the prompt and its files have. */
const FOR_REST = 1024 * 1024;

export interface FoundFile {
  /** Index of its message. */
  readonly message: number;
  readonly source: FileSource;
}

/** The files that a prompt names, and those of them whose content is another than when it was saved. */
export interface FoundFiles {
  readonly files: readonly FoundFile[];
  readonly changed: readonly string[];
}

/**
 * Finds the files of a prompt. Without a signal it shows by itself how to cancel what takes long. Throws `AppError` for
 * a file outside of its workspace, or that can't be read.
 */
export async function findFiles(
  { messages }: PromptFile,
  uri: string,
  parts: Pick<PromptParts, 'files' | 'progress' | 'l10n'>,
  signal?: AbortSignal,
): Promise<FoundFiles> {
  const { files, l10n } = parts;
  const found: (FoundFile & PromptAttachment)[] = [];
  for (const [message, { attachments = [] }] of messages.entries()) {
    for (const { path, sha256 } of attachments) {
      const source = await files.resolve(uri, path);
      const shown = plainText(path);
      if (!source) {
        throw new AppError('outside', l10n.t('“{0}” is outside of the workspace.', shown), {
          hint: l10n.t('A prompt can only take files of its own workspace along.'),
        });
      }
      found.push({ message, source, path, ...(sha256 !== undefined && { sha256 }) });
    }
  }
  const title = l10n.t('Reading the files of {0}', promptFileName(uri));
  const sources = found.map(({ source }) => source);
  const changed = signal
    ? await changedOnes(found, parts, signal)
    : await whileReading(title, sources, parts, (until) => changedOnes(found, parts, until));
  return { files: found.map(({ message, source }) => ({ message, source })), changed };
}

/** The paths of those whose content is another than it was. */
async function changedOnes(
  found: readonly (FoundFile & PromptAttachment)[],
  { files, l10n }: Pick<PromptParts, 'files' | 'l10n'>,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { source, path, sha256 } of found) {
    const now = await files.hash(source, signal).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new AppError(
        'unreadable',
        l10n.t('“{0}” could not be read: {1}', plainText(path), errorMessage(error)),
        { cause: error, hint: l10n.t('Put it there, or take it out of the prompt.') },
      );
    });
    if (sha256 !== undefined && sha256.toLowerCase() !== now) changed.push(path);
  }
  return changed;
}

/** Tells which files are others by now; the prompt goes on with them as they are. */
export function tellChanged(
  changed: readonly string[],
  { prompts, l10n }: Pick<PromptParts, 'prompts' | 'l10n'>,
): void {
  if (changed.length === 0) return;
  const names = changed.map((path) => `“${messageText(path)}”`).join(', ');
  const message = l10n.t(
    'Changed since the prompt was saved: {0}. It goes along as it is now.',
    names,
  );
  void prompts.notify('warning', message);
}

/** The content of files, by the index of their message: in the request where they fit, else uploaded. */
export async function loadFiles(
  prompt: PromptFile,
  found: readonly FoundFile[],
  services: SessionServices,
  connection: string,
  signal: AbortSignal,
): Promise<readonly (readonly KeptAttachment[])[]> {
  let room = REQUEST_LIMIT - FOR_REST - Buffer.byteLength(JSON.stringify(prompt));
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
