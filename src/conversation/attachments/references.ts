import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import { fencedText, type FileSuggestion, placeOf } from '../model/calls';
import type {
  AttachedPart,
  FileSource,
  KeptAttachment,
  Reference,
  Turn,
  UserTurn,
} from '../model/conversation';
import { isResult } from '../model/turns';

/** A text file of the workspace. */
export interface WorkspaceText {
  /** Path within the workspace. */
  readonly path: string;
  /** Language of the code block. */
  readonly language: string;
  readonly text: string;
}

/** The files of the workspace’s folders, with unsaved changes of open editors. */
export interface WorkspaceFiles {
  /** Returns the selection, files, folders, and symbols that match, best first. */
  suggest(query: string, signal: AbortSignal): Promise<readonly FileSuggestion[]>;
  /** Reads a text file, or those of a folder. Throws `AppError` if it can’t be referenced. */
  read(
    source: FileSource,
    kind: Reference['kind'],
    signal: AbortSignal,
  ): Promise<readonly WorkspaceText[]>;
}

/** Maximum size of a file, and of all files of a folder, in bytes. */
export const MAX_REFERENCE_BYTES = 1_000_000;

interface ReferenceContent {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a reference: each file as its path and a code block. The name is the shown one. Throws `AppError` if it can’t
 * be read or is empty.
 */
export async function readReference(
  source: FileSource,
  { kind, lines }: Reference,
  files: Pick<WorkspaceFiles, 'read'>,
  signal: AbortSignal,
): Promise<ReferenceContent> {
  const found = await files.read(source, kind, signal);
  const file = source.path.split('/').findLast(Boolean) ?? source.path;
  const name = plainText(
    kind === 'folder' ? `${file}/` : placeOf({ path: file, ...(lines && { lines }) }),
  );
  const blocks = found.map(({ path, language, text }) => {
    const shown = lines
      ? text
          .split('\n')
          .slice(lines.first - 1, lines.last)
          .join('\n')
      : text;
    return { path, language, text: shown, ...(lines && { lines }) };
  });
  if (blocks.every(({ text }) => text.trim() === '')) {
    const empty =
      kind === 'folder' ? l10n.t('{0} has no text files.', name) : l10n.t('{0} has no text.', name);
    throw new AppError('emptyFile', empty);
  }
  // The line break separates it from the message where texts are joined.
  return { name, text: `${blocks.map(fencedText).join('\n\n')}\n` };
}

/** Reads a reference as an attachment. Throws `AppError` as `readReference`, or if the message has no room. */
export async function loadReference(
  { part: _, ...kept }: KeptAttachment,
  files: Pick<WorkspaceFiles, 'read'>,
  signal: AbortSignal,
  reserve: (bytes: number) => boolean,
): Promise<KeptAttachment> {
  const { source, reference } = kept;
  if (!source || !reference) throw new TypeError('Not a reference.');
  const { name, text } = await readReference(source, reference, files, signal);
  const size = Buffer.byteLength(text);
  if (!reserve(size)) {
    throw new AppError('tooLarge', l10n.t('{0} is too large for this message.', name));
  }
  return { ...kept, name, mimeType: 'text/plain', size, kind: 'inline', part: { text } };
}

/**
 * Reads the references of a sent message again. Notes which have changed, and which can’t be read and stay as they were.
 */
async function withCurrentReferences(
  turn: UserTurn,
  files: Pick<WorkspaceFiles, 'read'>,
  signal: AbortSignal,
): Promise<UserTurn> {
  const sent = turn.content.parts ?? [];
  const parts = [...sent];
  const attached = await Promise.all(
    (turn.attached ?? []).map(async ({ reread: _, ...one }): Promise<AttachedPart> => {
      const { part, source, reference } = one;
      if (!source || !reference) return one;
      try {
        const { text } = await readReference(source, reference, files, signal);
        if (parts[part]?.text === text) return one;
        parts[part] = { text };
        return { ...one, reread: 'changed' };
      } catch {
        signal.throwIfAborted();
        return { ...one, reread: 'gone' };
      }
    }),
  );
  const isChanged = parts.some((part, at) => part !== sent[at]);
  return { ...turn, attached, ...(isChanged && { content: { ...turn.content, parts } }) };
}

/** Reads the references of the last message again; returns the same turns if it has none. */
export async function rereadTurns(
  turns: readonly Turn[],
  files: Pick<WorkspaceFiles, 'read'>,
): Promise<readonly Turn[]> {
  const at = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  const turn = turns[at];
  if (turn?.role !== 'user' || !turn.attached?.some(({ reference }) => reference)) return turns;
  return turns.with(at, await withCurrentReferences(turn, files, new AbortController().signal));
}
