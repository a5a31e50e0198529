import * as l10n from '@vscode/l10n';
import { setImmediate } from 'node:timers/promises';
import { messageWithHint } from '../base/errors';
import { isObject, items, textAt, tryParse } from '../base/json';
import { type JsonPath, nearestPath, parseJson, rangeOfPath } from '../platform/jsonPath';
import type { CaseProblem, RelativePath, TextPlace } from './case';
import type { TestFiles } from './planFile';
import { readPromptTests } from './promptTests';
import { CASES_ENDINGS, readCases, unreadText } from './readCases';
import { RETRIEVAL_ENDING, readRetrieval } from './retrieval/retrievalFile';

export interface ProblemMark extends TextPlace {
  readonly message: string;
}

interface MarkOptions {
  readonly files: Pick<TestFiles, 'open' | 'resolve'>;
  /** Aborts once the text changes. */
  readonly signal: AbortSignal;
}

/** Maximum number of files and markers while the user types. */
const MAX_FILES = 100;
const MAX_MARKS = 1000;

/** Bytes to read before yielding. */
const SLICE = 32_768;

/** Returns problems of a test file being edited. Throws if canceled. */
export async function problemMarks(
  text: string,
  uri: string,
  options: MarkOptions,
): Promise<readonly ProblemMark[]> {
  if (uri.endsWith(RETRIEVAL_ENDING)) return retrievalMarks(text, uri);
  const isCases = CASES_ENDINGS.some((ending) => uri.toLowerCase().endsWith(ending));
  return isCases ? await casesMarks(text, uri, options) : await promptMarks(text, uri, options);
}

async function promptMarks(
  text: string,
  uri: string,
  options: MarkOptions,
): Promise<readonly ProblemMark[]> {
  const { prompt, problems } = readPromptTests(text, uri);
  // Invalid prompts report other errors first.
  if (!prompt) return [];
  const found = [...marksOf(problems)];
  const { tree } = parseJson(text);
  for (const { at, path } of pathsOf(text).slice(0, MAX_FILES)) {
    const message = await fileProblem(at, path, uri, options);
    const known = message === undefined ? undefined : nearestPath(tree, at);
    const range = known && rangeOfPath(tree, known);
    if (message === undefined || !range) continue;
    const { offset, length } = range;
    if (!found.some((one) => one.offset === offset)) found.push({ message, offset, length });
  }
  return found;
}

function retrievalMarks(text: string, uri: string): readonly ProblemMark[] {
  return marksOf(readRetrieval(text, uri).problems).slice(0, MAX_MARKS);
}

function marksOf(problems: readonly CaseProblem[]): readonly ProblemMark[] {
  return problems.flatMap(({ message, offset, length }): readonly ProblemMark[] =>
    offset === undefined || length === undefined ? [] : [{ message, offset, length }],
  );
}

interface NamedPath {
  readonly at: JsonPath;
  readonly path: RelativePath;
}

function pathsOf(text: string): readonly NamedPath[] {
  const file = tryParse(text);
  if (!isObject(file)) return [];
  const { cases, casesFiles, matrix } = file;
  const named: NamedPath[] = [];
  const add = (path: unknown, ...at: JsonPath): void => {
    if (typeof path === 'string' && path !== '') named.push({ at, path });
  };
  for (const [index, path] of items(casesFiles).entries()) add(path, 'casesFiles', index);
  const prompts = isObject(matrix) ? matrix.prompts : undefined;
  for (const [index, path] of items(prompts).entries()) add(path, 'matrix', 'prompts', index);
  for (const [index, one] of items(cases).entries()) {
    if (!isObject(one)) continue;
    for (const [number, file] of items(one.attachments).entries()) {
      const at = ['cases', index, 'attachments', number, 'path'];
      if (isObject(file)) add(file.path, ...at);
    }
    for (const [number, check] of items(one.expect).entries()) {
      const isJudge = isObject(check) && textAt(check, 'type') === 'judge';
      if (isJudge) add(check.prompt, 'cases', index, 'expect', number, 'prompt');
    }
  }
  return named;
}

async function fileProblem(
  [list]: JsonPath,
  path: RelativePath,
  uri: string,
  { files, signal }: MarkOptions,
): Promise<string | undefined> {
  if (list === 'casesFiles' && !CASES_ENDINGS.some((ending) => path.endsWith(ending))) {
    return l10n.t('“{0}” must end with one of these: {1}.', path, CASES_ENDINGS.join(', '));
  }
  try {
    const address = await files.resolve(uri, path);
    if (address === undefined) return l10n.t('“{0}” is outside the workspace.', path);
    for await (const _ of files.open(address, signal)) break;
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return unreadText(path, error);
  }
}

async function casesMarks(
  text: string,
  uri: string,
  { signal }: MarkOptions,
): Promise<readonly ProblemMark[]> {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  const found: ProblemMark[] = [];
  const mark = (line: number, column: number, message: string): void => {
    const start = starts[line - 1] ?? 0;
    const whole = text.slice(start, (starts[line] ?? text.length + 1) - 1).trimEnd();
    // At the end of a line, the marker must include the preceding character.
    const offset = Math.max(0, Math.min(column - 1, whole.length - 1));
    const length = Math.max(1, whole.length - offset);
    found.push({ message, offset: start + offset, length });
  };
  const source = { uri, read: () => piecesOf(text, signal) };
  const onProblem = ({ line, column, message }: CaseProblem): void => mark(line, column, message);
  try {
    for await (const _ of readCases(source, { onProblem, signal })) {
      if (found.length >= MAX_MARKS) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    mark(1, 1, messageWithHint(error));
  }
  return found.slice(0, MAX_MARKS);
}

async function* piecesOf(text: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0) await setImmediate();
    signal.throwIfAborted();
    yield bytes.subarray(at, at + SLICE);
  }
}
