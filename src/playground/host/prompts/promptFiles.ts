import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import { AppError } from '../../../base/errors';
import type { FileSource } from '../../../conversation/model/conversation';
import type { Clock } from '../../../base/clock';
import type { Progress } from '../../../platform/progress';
import type { Prompts } from '../../../platform/prompts';
import type { TextDocuments } from '../../../platform/textDocuments';
import { promptFileName } from '../../../conversation/model/promptFile';

/** What the work on prompt files stands on. */
export interface PromptDeps {
  readonly files: PromptFiles;
  readonly prompts: Prompts;
  readonly documents: TextDocuments;
  readonly progress: Progress;
  /** Keeps the values that were entered last, of this workspace. */
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
  /** False where the user has not said that the workspace may be trusted. */
  readonly isTrusted: () => boolean;
  readonly clock: Clock;
}

/** A file that a prompt names, and where it really is. */
export interface NamedFile {
  readonly source: FileSource;
  /** Its path from the folder that the prompt may take files from, with links followed. */
  readonly below: string;
}

/** Characters from the start. */
export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** The files that prompts are made of, by their addresses. An interface: tests have their own. */
export interface PromptFiles {
  /** Unsaved changes of an editor, else what is on disk; undefined where it is not there. */
  read(uri: string): Promise<string | undefined>;
  /** Whether an editor has changes of it that are not saved. */
  isDirty(uri: string): boolean;
  /**
   * Replaces a file at once: what was there stays where that fails. A link stays, and what it leads to is written.
   * Throws `AppError` (`badPlace`) where that is outside of the workspace.
   */
  write(uri: string, text: string): Promise<void>;
  /** Throws `AppError` (`badPlace`) where a result must not be written: through a link, or outside of the workspace. */
  requirePlace(uri: string): Promise<void>;
  /** As `write`, but through no link. */
  writeResult(uri: string, text: string): Promise<void>;
  /** Asks where to save; `near` is the address of a file in the folder to begin with. Undefined when dismissed. */
  saveAs(name: string, near: string | undefined): Promise<string | undefined>;
  /** Asks for a prompt file; `near` is the address of a file in the folder to begin with. Undefined when dismissed. */
  choose(near: string): Promise<string | undefined>;
  /** Opens it in an editor. */
  show(uri: string): Promise<void>;
  /**
   * Opens it in an editor with another text, and selects a part of that. It is saved, unless the editor had changes
   * before that are not.
   */
  edit(uri: string, text: string, selected: TextRange): Promise<void>;
  /**
   * The file that a path names from the folder of a prompt, with links followed; undefined where it is outside of
   * the workspace, or not in the prompt's own folder where that is in no workspace.
   */
  resolve(uri: string, path: string): Promise<NamedFile | undefined>;
  /** The path of a file from the folder of a prompt; undefined where it is outside of the workspace. */
  relative(uri: string, source: FileSource): Promise<string | undefined>;
  /** Bytes of a file. Throws where it is no file, or not there. */
  size(source: FileSource): Promise<number>;
  /** SHA-256 of a file's content, as hexadecimal digits. Throws where it can't be read. */
  hash(source: FileSource, signal?: AbortSignal): Promise<string>;
}

/** SHA-256 of a text in UTF-8, as hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/**
 * Throws `AppError` (`notTrusted`) in a workspace that is not trusted: its prompt files neither run nor are written.
 */
export function requireTrust({ isTrusted }: Pick<PromptDeps, 'isTrusted'>): void {
  if (isTrusted()) return;
  throw new AppError(
    'notTrusted',
    l10n.t('Prompt files run and are written only in trusted workspaces.'),
    { hint: l10n.t('This workspace is in Restricted Mode. Nothing was sent or written.') },
  );
}

/**
 * The address of the prompt file that a conversation belongs to. Asks where the file is gone: answers the one that the
 * user chooses in its place, `new` to save another one, and undefined when dismissed.
 */
export async function linkedFile(
  uri: string,
  { files, prompts }: Pick<PromptDeps, 'files' | 'prompts'>,
): Promise<{ readonly uri: string } | 'new' | undefined> {
  if ((await files.read(uri)) !== undefined) return { uri };
  const [choose, save] = [l10n.t('Select Moved File…'), l10n.t('Save As…')];
  const chosen = await prompts.confirm(l10n.t('Couldn’t find {0}.', promptFileName(uri)), {
    detail: l10n.t('The file was renamed, moved, or deleted. Nothing was written.'),
    actions: [choose, save],
  });
  if (chosen !== choose) return chosen === save ? 'new' : undefined;
  const moved = await files.choose(uri);
  return moved === undefined ? undefined : { uri: moved };
}
