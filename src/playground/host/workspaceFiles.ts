import * as l10n from '@vscode/l10n';
import { realpath } from 'node:fs/promises';
import { extname } from 'node:path';
import * as vscode from 'vscode';
import { throwIfAborted } from '../../base/async';
import { AppError } from '../../base/errors';
import { shownSize } from '../../base/format';
import type { Uploads } from '../../platform/localFiles';
import { pathInside } from '../../platform/pathInside';
import { plainText } from '../../platform/plainText';
import { toToken } from '../../platform/progress';
import type { FileSuggestion } from '../../conversation/model/calls';
import type { FileSource } from '../../conversation/model/conversation';
import {
  MAX_REFERENCE_BYTES,
  type WorkspaceFiles,
  type WorkspaceText,
} from '../../conversation/attachments/loadAttachment';
import type { TextEditors } from './panelActions';

/** Maximum number of files of a folder, and of those with hidden and ignored ones. */
const MAX_FILES = 200;
const MAX_WALKED = 2000;
/** Maximum number of search results, and of shown suggestions of each kind. */
const MAX_FOUND = 300;
const SHOWN = { file: 10, folder: 4, symbol: 8 } as const;
/** Shorter texts match too many symbols. */
const MIN_SYMBOL_QUERY = 2;
/** Number of bytes that are searched for a NUL, which text files don’t have. */
const HEAD = 8192;

interface Deps {
  readonly uploads: Pick<Uploads, 'ignored'>;
  readonly editors: Pick<TextEditors, 'last'>;
}

/**
 * Finds and reads text files of the workspace’s folders. Skips hidden files, and those that Git or VS Code’s search
 * excludes.
 */
export function workspaceFiles({ uploads, editors }: Deps): WorkspaceFiles {
  return {
    async suggest(query, signal) {
      requireTrust();
      const typed = query.toLowerCase();
      const selected = selectionOf(editors.last).filter(({ label }) =>
        [label, SELECTION].some((word) => word.toLowerCase().includes(typed)),
      );
      if (query === '') return [...selected, ...openFiles()];
      const [found, symbols] = await Promise.all([
        findMatches(typed, signal),
        findSymbols(query, signal),
      ]);
      const ignored = (await uploads.ignored(found.map(sourceOf))) ?? new Set();
      throwIfAborted(signal);
      const ignoredPaths = new Set([...ignored].map(({ path }) => path));
      const files = found.filter(({ path }) => !ignoredPaths.has(path));
      return [
        ...selected,
        ...ranked(files.map(fileRow), typed).slice(0, SHOWN.file),
        ...ranked(foldersOf(files, typed), typed).slice(0, SHOWN.folder),
        ...symbols.slice(0, SHOWN.symbol),
      ];
    },
    async read(source, kind, signal) {
      requireTrust();
      const uri = vscode.Uri.from(source);
      if (!(await isInside(uri))) {
        const name = nameOf(uri);
        throw new AppError(
          'notInWorkspace',
          l10n.t('{0} is hidden or outside the workspace.', name),
          { hint: l10n.t('Attach it with the paper clip.') },
        );
      }
      if (kind === 'file') return [await readText(uri)];
      return await readFolder(uri, uploads, signal);
    },
  };
}

const SELECTION = 'selection';

function selectionOf(editor: vscode.TextEditor | undefined): readonly FileSuggestion[] {
  if (!editor || editor.selection.isEmpty) return [];
  const { document, selection } = editor;
  if (!isReferable(document.uri)) return [];
  const { start, end } = selection;
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const lines = { first: start.line + 1, last };
  const { uri, label } = fileRow(document.uri);
  return [
    {
      kind: 'selection',
      uri,
      label: `${label}:${lines.first}-${last}`,
      description: l10n.t('Selection'),
      lines,
    },
  ];
}

/** The files in the tabs of all editors. */
function openFiles(): readonly FileSuggestion[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputText ? [input.uri] : [],
  );
  const known = new Map(uris.filter(isReferable).map((uri) => [uri.toString(), uri]));
  return [...known.values()].map(fileRow);
}

/** Finds files whose path contains the text. Parts between slashes can be of different folders. */
async function findMatches(query: string, signal: AbortSignal): Promise<readonly vscode.Uri[]> {
  const parts = query.split('/').filter(Boolean).map(anyCase);
  const path = parts.map((part) => `*${part}*`).join('/**/');
  // The second pattern finds folders by their files.
  const glob = `**/{${path},${path}/**}`;
  const found = await vscode.workspace.findFiles(glob, excluded(), MAX_FOUND, toToken(signal));
  throwIfAborted(signal);
  return found.filter(isReferable);
}

/** Globs are case-sensitive. Everything but letters and digits matches any character, because it may be special. */
function anyCase(text: string): string {
  return Array.from(text)
    .map((char) => {
      if (!/[\p{L}\p{N}_-]/u.test(char)) return '?';
      const upper = char.toUpperCase();
      return upper === char || upper.length !== char.length ? char : `[${char}${upper}]`;
    })
    .join('');
}

/** VS Code applies `files.exclude` only to searches without a pattern. */
function excluded(): string {
  const { workspace } = vscode;
  const globs = ['files.exclude', 'search.exclude'].flatMap((name) =>
    Object.entries(
      workspace.getConfiguration().get<{ readonly [glob: string]: unknown }>(name) ?? {},
    ),
  );
  // Braces can’t be nested.
  const own = globs.flatMap(([glob, isOn]) => (isOn === true && !/[{}]/.test(glob) ? [glob] : []));
  return `{${['**/node_modules', ...own].join(',')}}`;
}

async function findSymbols(query: string, signal: AbortSignal): Promise<readonly FileSuggestion[]> {
  if (query.length < MIN_SYMBOL_QUERY || /[/.]/.test(query)) return [];
  const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
  throwIfAborted(signal);
  return (found ?? [])
    .filter(({ location }) => isReferable(location.uri))
    .map(({ name, location: { uri, range } }) => {
      const lines = { first: range.start.line + 1, last: range.end.line + 1 };
      const { label } = fileRow(uri);
      const description = `${label}:${lines.first}`;
      return { kind: 'symbol', uri: uri.toString(), label: plainText(name), description, lines };
    });
}

function fileRow(uri: vscode.Uri): FileSuggestion {
  const path = plainText(vscode.workspace.asRelativePath(uri));
  const at = path.lastIndexOf('/');
  return {
    kind: 'file',
    uri: uri.toString(),
    label: path.slice(at + 1),
    description: path.slice(0, Math.max(0, at)),
  };
}

/** Returns the folders above files whose names match. */
function foldersOf(files: readonly vscode.Uri[], query: string): readonly FileSuggestion[] {
  const wanted = query.split('/').findLast(Boolean) ?? '';
  const found = new Map<string, FileSuggestion>();
  for (const file of files) {
    const root = vscode.workspace.getWorkspaceFolder(file)?.uri.path ?? '';
    const parts = file.path.slice(root.length + 1).split('/');
    for (let depth = 1; depth < parts.length; depth++) {
      if (!parts[depth - 1]?.toLowerCase().includes(wanted)) continue;
      const uri = file.with({ path: [root, ...parts.slice(0, depth)].join('/') });
      found.set(uri.path, { ...fileRow(uri), kind: 'folder' });
    }
  }
  return [...found.values()];
}

/** Sorts names that start with the text, then names that contain it, then the others; short paths first. */
function ranked(rows: readonly FileSuggestion[], query: string): readonly FileSuggestion[] {
  const wanted = query.split('/').findLast(Boolean) ?? '';
  const rank = ({ label }: FileSuggestion): number => {
    const at = label.toLowerCase().indexOf(wanted);
    return at < 0 ? 2 : Math.min(at, 1);
  };
  const length = ({ label, description }: FileSuggestion): number =>
    label.length + description.length;
  return rows.toSorted((a, b) => rank(a) - rank(b) || length(a) - length(b));
}

async function readFolder(
  folder: vscode.Uri,
  uploads: Pick<Uploads, 'ignored'>,
  signal: AbortSignal,
): Promise<readonly WorkspaceText[]> {
  const name = nameOf(folder);
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const found = await vscode.workspace.findFiles(pattern, excluded(), MAX_WALKED, toToken(signal));
  throwIfAborted(signal);
  const shown = found.filter(isReferable).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const targets = shown.map(sourceOf);
  const ignored = await uploads.ignored(targets);
  if (!ignored) {
    throw new AppError(
      'gitUnknown',
      l10n.t('Couldn’t determine which files of {0} Git ignores.', name),
      { hint: l10n.t('Add the files instead of the folder.') },
    );
  }
  const uris = targets
    .filter((target) => !ignored.has(target))
    .map((target) => vscode.Uri.from(target));
  if (uris.length > MAX_FILES || found.length === MAX_WALKED) {
    throw new AppError('tooMany', l10n.t('{0} has more than {1} files.', name, MAX_FILES), {
      hint: l10n.t('Add a smaller folder.'),
    });
  }
  const texts: WorkspaceText[] = [];
  let size = 0;
  for (const uri of uris) {
    throwIfAborted(signal);
    if (!(await isInside(uri))) continue;
    const bytes = (await vscode.workspace.fs.stat(uri)).size;
    const text = bytes > MAX_REFERENCE_BYTES ? undefined : await textIn(uri);
    if (text === undefined && bytes <= MAX_REFERENCE_BYTES) continue;
    size += bytes;
    if (size > MAX_REFERENCE_BYTES || text === undefined) throw tooLarge(name);
    texts.push(text);
  }
  return texts;
}

async function readText(uri: vscode.Uri): Promise<WorkspaceText> {
  const name = nameOf(uri);
  let size: number;
  try {
    const { size: bytes, type } = await vscode.workspace.fs.stat(uri);
    // Reading a pipe would never end.
    if ((type & vscode.FileType.File) === 0) throw new Error('not a file');
    size = bytes;
  } catch (error) {
    throw new AppError('fileGone', l10n.t('Couldn’t read {0}.', name), {
      hint: l10n.t('It might have been moved or deleted.'),
      cause: error,
    });
  }
  if (size > MAX_REFERENCE_BYTES) throw tooLarge(name);
  const text = await textIn(uri);
  if (text) return text;
  throw new AppError('notText', l10n.t('{0} isn’t a text file.', name), {
    hint: l10n.t('Attach it with the paper clip.'),
  });
}

/** Reads a text, with the unsaved changes of an open editor. Undefined for binary files. */
async function textIn(uri: vscode.Uri): Promise<WorkspaceText | undefined> {
  const path = plainText(vscode.workspace.asRelativePath(uri));
  // Not the language ID, which is known only while the file is open.
  const language = extname(uri.path).slice(1);
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
  const bytes = open ? new Uint8Array() : await vscode.workspace.fs.readFile(uri);
  if (bytes.subarray(0, HEAD).includes(0)) return undefined;
  const text = open?.getText() ?? new TextDecoder().decode(bytes);
  return { path, language, text: text.replaceAll('\r\n', '\n') };
}

function tooLarge(name: string): AppError {
  return new AppError(
    'tooLarge',
    l10n.t('{0} has more than {1} of text.', name, shownSize(MAX_REFERENCE_BYTES)),
    { hint: l10n.t('Add lines of a file, or a smaller folder.') },
  );
}

/** Whether a file is in a folder of the workspace and neither it nor a folder above is hidden. */
function isReferable(uri: vscode.Uri): boolean {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
  if (root === undefined) return false;
  return !uri.path
    .slice(root.length)
    .split('/')
    .some((part) => part.startsWith('.'));
}

/** Whether a file is in the workspace, also if links are followed, and not hidden. */
async function isInside(uri: vscode.Uri): Promise<boolean> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (!root || !isReferable(uri)) return false;
  if (uri.scheme !== 'file') return true;
  const [folder, file] = await Promise.all(
    [root, uri].map(({ fsPath }) => realpath(fsPath).catch(() => fsPath)),
  );
  return pathInside(folder ?? '', file ?? '') !== undefined;
}

function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new AppError(
    'notTrusted',
    l10n.t('Files can be added only in a trusted workspace. This one is in Restricted Mode.'),
  );
}

function nameOf({ path }: vscode.Uri): string {
  return plainText(path.split('/').findLast(Boolean) ?? path);
}

function sourceOf({ scheme, authority, path }: vscode.Uri): FileSource {
  return { scheme, authority, path };
}
