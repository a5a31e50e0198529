import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import { AppError, CancelledError } from '../../../base/errors';
import type { FileSource } from '../../../conversation/model/conversation';
import type { Clock } from '../../../base/clock';
import type { Variables } from '../../../conversation/model/turns';
import type { SessionServices } from '../../../conversation/session/context';
import type { Session } from '../../../conversation/session/session';
import { plainText } from '../../../platform/plainText';
import type { Progress } from '../../../platform/progress';
import type { Prompts } from '../../../platform/prompts';
import type { TextDocuments } from '../../../platform/textDocuments';
import {
  type PromptFile,
  promptFileName,
  promptVariables,
} from '../../../conversation/model/promptFile';
import type { Pickers } from '../pickers';

export interface PromptDeps {
  readonly files: PromptFiles;
  readonly prompts: Prompts;
  readonly documents: TextDocuments;
  readonly progress: Progress;
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly isTrusted: () => boolean;
  readonly clock: Clock;
}

export interface NamedFile {
  readonly source: FileSource;
  /** Path from the allowed root folder, with symlinks resolved. */
  readonly below: string;
}

export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** File access of prompts, by URL. Tests provide their own implementation. */
export interface PromptFiles {
  /** Returns unsaved editor text, or the file on disk. Undefined if missing. */
  read(uri: string): Promise<string | undefined>;
  isDirty(uri: string): boolean;
  /**
   * Replaces a file atomically, through symlinks. Throws `AppError` (`badPlace`) if outside of the workspace.
   */
  write(uri: string, text: string): Promise<void>;
  /**
   * Throws `AppError` (`badPlace`) if a result would be written through a symlink or outside of the workspace.
   */
  requirePlace(uri: string): Promise<void>;
  writeResult(uri: string, text: string): Promise<void>;
  /** Shows a save dialog. `near` is the URL of a file in the initial folder. Undefined if dismissed. */
  saveAs(name: string, near: string | undefined): Promise<string | undefined>;
  /** Shows an open dialog. `near` is the URL of a file in the initial folder. Undefined if dismissed. */
  choose(near: string): Promise<string | undefined>;
  show(uri: string): Promise<void>;
  /**
   * Replaces the text in an editor and selects a range. Saves unless the editor already had unsaved changes.
   */
  edit(uri: string, text: string, selected: TextRange): Promise<void>;
  /**
   * Resolves a path from the folder of a prompt, including symlinks. Undefined if outside of the workspace
   * or, without a workspace, outside of the prompt's folder.
   */
  resolve(uri: string, path: string): Promise<NamedFile | undefined>;
  /** Returns the path of a file from the folder of a prompt. Undefined if outside of the workspace. */
  relative(uri: string, source: FileSource): Promise<string | undefined>;
  /** In bytes. Throws if the path isn't an existing file. */
  size(source: FileSource): Promise<number>;
  /** Returns the SHA-256 of a file in hex. Throws if unreadable. */
  hash(source: FileSource, signal?: AbortSignal): Promise<string>;
}

/** Returns the SHA-256 of a text (UTF-8) in hex. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Throws `AppError` (`notTrusted`) in an untrusted workspace: prompt files neither run nor get written. */
export function requireTrust({ isTrusted }: Pick<PromptDeps, 'isTrusted'>): void {
  if (isTrusted()) return;
  throw new AppError(
    'notTrusted',
    l10n.t('Prompt files can be run and written only in a trusted workspace.'),
    { hint: l10n.t('This workspace is in Restricted Mode. Nothing was sent or written.') },
  );
}

/**
 * Returns the URL of the linked prompt file. If missing, asks for another: `new` means save as, undefined if
 * dismissed.
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

/** Maximum total length of remembered values. VS Code loads all workspace state at once. */
const MAX_SAVED_LENGTH = 64 * 1024;

export function knownValues(
  prompt: PromptFile,
  uri: string,
  memory: Pick<PromptDeps['memory'], 'get'>,
): Variables {
  const last = memory.get<Variables>(keyOf(uri)) ?? {};
  const entries = promptVariables(prompt).flatMap((name) => {
    const value = Object.hasOwn(last, name) ? last[name] : proposed(prompt, name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Asks for each variable, prefilled with known values. Throws `CancelledError` if dismissed. */
export async function askValues(
  prompt: PromptFile,
  uri: string,
  { prompts, memory }: Pick<PromptDeps, 'prompts' | 'memory'>,
): Promise<Variables> {
  const names = promptVariables(prompt);
  const known = knownValues(prompt, uri, memory);
  const values: { [name: string]: string } = {};
  for (const [index, name] of names.entries()) {
    const { description, multiline = false } = prompt.variables?.[name] ?? {};
    const shown = plainText(name);
    const hint = multiline ? l10n.t('Use \\n for a line break.') : '';
    const mayBeEmpty = proposed(prompt, name) === '';
    const typed = await prompts.input({
      title: l10n.t('{0} ({1} of {2})', shown, index + 1, names.length),
      prompt: [plainText(description ?? l10n.t('Enter a value for {0}.', shown)), hint]
        .join(' ')
        .trim(),
      value: multiline ? onOneLine(known[name] ?? '') : (known[name] ?? ''),
      validate: (value) =>
        value === '' && !mayBeEmpty ? l10n.t('Enter a value for {0}.', shown) : undefined,
    });
    if (typed === undefined) throw new CancelledError();
    values[name] = multiline ? inLines(typed) : typed;
  }
  await rememberValues(uri, values, memory);
  return values;
}

async function rememberValues(
  uri: string,
  values: Variables,
  memory: Pick<PromptDeps['memory'], 'update'>,
): Promise<void> {
  const isSmall = JSON.stringify(values).length <= MAX_SAVED_LENGTH;
  if (Object.keys(values).length > 0 && isSmall) await memory.update(keyOf(uri), values);
}

function keyOf(uri: string): string {
  return `promptValues:${uri}`;
}

function proposed({ variables = {} }: PromptFile, name: string): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name]?.default : undefined;
}

function onOneLine(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function inLines(text: string): string {
  return text.replace(/\\(\\|n)/g, (_all, letter: string) => (letter === 'n' ? '\n' : '\\'));
}

/**
 * Asks for another model if the connection lacks the prompt's model. Ignores other lookup errors: the request
 * will report them.
 * @throws CancelledError if dismissed
 */
export async function requireModel(
  session: Session,
  { models, connections }: Pick<SessionServices, 'models' | 'connections'>,
  pickers: Pickers,
  { prompts }: Pick<PromptDeps, 'prompts'>,
  signal?: AbortSignal,
): Promise<void> {
  const { connection = '', model } = session.target;
  if (!(await models.isMissing(session.target, signal))) return;
  const choose = l10n.t('Select Model…');
  const place = connections.find(connection)?.name ?? connection;
  const chosen = await prompts.confirm(
    l10n.t('Model {1} isn’t available on {0}.', plainText(place), plainText(model)),
    {
      detail: l10n.t('Select another model for this run. The file doesn’t change.'),
      actions: [choose],
    },
  );
  if (chosen !== choose || !(await pickers.model(session))) throw new CancelledError();
}
