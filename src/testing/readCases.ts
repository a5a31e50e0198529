import * as l10n from '@vscode/l10n';
import { errorCode, errorMessage } from '../base/errors';
import type { JsonObject, JsonValue } from '../base/json';
import { tryParse } from '../base/json';
import { MAX_JSON_DEPTH, nearestPath, parseJson, rangeOfPath } from '../platform/jsonPath';
import { detectFormat, readRecords } from '../resources/chunks/records';
import {
  openText,
  startOf,
  textLines,
  UNREADABLE,
  unreadableText,
} from '../resources/chunks/textSource';
import { ShapeError } from '../webview/shape';
import { type CaseProblem, type FoundCase, caseShape, shapeMessage } from './case';
import { type CheckType, checks, isCheckType } from './checks';
import type { CheckRow } from './checks/row';
import { named } from './promptTests';

export const CASES_ENDINGS = ['.cases.jsonl', '.cases.csv', '.cases.tsv'] as const;

interface CasesSource {
  readonly uri: string;
  readonly read: (signal?: AbortSignal) => AsyncIterable<Uint8Array>;
}

interface ReadOptions {
  /** Receives invalid lines. Others are read anyway. */
  readonly onProblem: (problem: CaseProblem) => void;
  readonly signal?: AbortSignal;
}

/** Reads test cases lazily: JSON Lines, or a table with a header row. Throws errors of reading the file. */
export function readCases(source: CasesSource, options: ReadOptions): AsyncIterable<FoundCase> {
  return /\.jsonl$/i.test(source.uri) ? jsonCases(source, options) : tableCases(source, options);
}

async function* jsonCases(
  { uri, read }: CasesSource,
  { onProblem, signal }: ReadOptions,
): AsyncGenerator<FoundCase> {
  const source = await openText({ name: uri, read }, signal);
  let [line, count] = [0, 0];
  for await (const text of textLines(source.read(signal))) {
    line += 1;
    if (text.trim() === '') continue;
    count += 1;
    const place = { uri, line };
    const tell = (message: string, column = 1): void => onProblem({ ...place, column, message });
    if (text.includes(UNREADABLE)) {
      tell(unreadableText(source.encoding));
      continue;
    }
    const value = tryParse(text);
    if (value === undefined) {
      tell(l10n.t('This line isn’t valid JSON.'), (parseJson(text).mistake?.offset ?? 0) + 1);
      continue;
    }
    const column = text.length - text.trimStart().length + 1;
    const found = shaped(value, (message, path) => tell(message, columnOf(text, path)));
    if (found) yield { case: named(found, count), place: { uri, line, column } };
  }
}

type RawCase = ReturnType<typeof caseShape.parse>;

function shaped(
  value: JsonValue,
  tell: (message: string, path: readonly (string | number)[]) => void,
): RawCase | undefined {
  if (isDeeperThan(MAX_JSON_DEPTH, value)) {
    tell(l10n.t('The test case is nested too deeply.'), []);
    return undefined;
  }
  try {
    return caseShape.parse(value);
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const { message, path } = shapeMessage(error);
    tell(message, path);
    return undefined;
  }
}

function columnOf(text: string, path: readonly (string | number)[]): number {
  const { tree } = parseJson(text);
  const known = nearestPath(tree, path);
  return ((known && rangeOfPath(tree, known)?.offset) ?? 0) + 1;
}

const LIST = /\s*[,;]\s*/;

function listOf(cell: string): readonly string[] {
  return cell.split(LIST).filter((one) => one !== '');
}

/** Reserved columns. All others are variables. */
const COLUMNS: { readonly [name: string]: (cell: string) => JsonValue | undefined } = {
  name: (cell) => cell,
  model: (cell) => cell,
  tags: listOf,
  attachments: (cell) => listOf(cell).map((path) => ({ path })),
  repeat: Number,
  passAt: Number,
  response: (cell) => cell,
  settings: tryParse,
};

/** Column of an assertion, such as `expect.contains`. */
const CHECK_COLUMN = /^expect\.(.+)$/;

async function* tableCases(
  { uri, read }: CasesSource,
  { onProblem, signal }: ReadOptions,
): AsyncGenerator<FoundCase> {
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  const source = await openText({ name, read }, signal);
  const format = detectFormat(name, await startOf(source, signal));
  let count = 0;
  for await (const record of readRecords(source, format, signal)) {
    const { line, value, hasMore, problem } = record;
    count += 1;
    const tell = (message: string): void => onProblem({ uri, line, column: 1, message });
    const wrong = hasMore ? l10n.t('The row has more cells than the header row.') : problem;
    const given = wrong ?? rowCase(value ?? {});
    if (typeof given === 'string') {
      tell(given);
      continue;
    }
    const found = shaped(given, tell);
    if (found) yield { case: named(found, count), place: { uri, line, column: 1 } };
  }
}

/** Converts a row to an unvalidated test case, or returns an error. */
function rowCase(row: JsonObject): JsonObject | string {
  const fields: { [name: string]: JsonValue | undefined } = {};
  const variables: { [name: string]: JsonValue } = {};
  const expect: JsonValue[] = [];
  for (const [name, value] of Object.entries(row)) {
    const cell = typeof value === 'string' ? value : '';
    const [, type] = CHECK_COLUMN.exec(name) ?? [];
    if (type !== undefined) {
      if (!isCheckType(type)) return l10n.t('Unknown assertion “{0}”.', type);
      if (cell.trim() !== '') expect.push(checkOf(type, cell));
    } else if (name === 'expect') {
      const listed = cell.trim() === '' ? [] : tryParse(cell);
      if (listed === undefined) {
        return l10n.t('The column “expect” must contain assertions as JSON.');
      }
      expect.push(...(Array.isArray(listed) ? (listed as JsonValue[]) : [listed]));
    } else if (Object.hasOwn(COLUMNS, name)) {
      if (cell.trim() !== '') fields[name] = COLUMNS[name]?.(cell.trim());
    } else variables[name] = cell;
  }
  return { ...fields, variables, expect };
}

function checkOf(type: CheckType, cell: string): JsonObject {
  const { main = 'value', required, optional }: CheckRow = checks[type];
  const { schema = {} } = required[main] ?? optional[main] ?? {};
  const isText = schema.type === 'string' || schema.anyOf !== undefined;
  return { type, [main]: isText ? cell : (tryParse(cell) ?? cell) };
}

const MISSING: ReadonlySet<string | undefined> = new Set(['ENOENT', 'FileNotFound', 'noFile']);

export function unreadText(path: string, error: unknown): string {
  return MISSING.has(errorCode(error))
    ? l10n.t('The file “{0}” doesn’t exist.', path)
    : l10n.t('Couldn’t read “{0}”: {1}', path, errorMessage(error));
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(levels - 1, one));
}
