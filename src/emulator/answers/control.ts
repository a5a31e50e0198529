import { basename, dirname, resolve } from 'node:path';
import type { JsonObject } from '../../api/schema/row';
import { flag, wrong } from '../controlValues';
import type { MockRegistry, LoadedRule } from './mockRegistry';
import { readMockFiles } from './files';
import type { Problem } from './problems';
import { type ReadOptions, readRules } from './read';

/** Returns the mocks of an emulator session and their hit counts for the control API. */
export function listMocks(book: MockRegistry): JsonObject {
  return {
    state: book.state,
    mocks: book.rules.map((loaded) => ({
      label: loaded.label,
      used: book.countResponse(loaded),
      mock: loaded.rule,
    })),
  };
}

/** Mocks set through the API have no file, so a line number would be meaningless. */
function sessionMocks(loaded: LoadedRule, index: number): LoadedRule {
  const place = `mock ${index + 1} of the session`;
  const { name } = loaded.rule;
  return { ...loaded, label: name === undefined ? place : `${name} (${place})` };
}

/**
 * Sets the mocks of an emulator session: before the existing ones, or instead of all of them with `replace`.
 * Throws 400 with all problems.
 */
export function setMocks(
  book: MockRegistry,
  body: JsonObject,
  faultProblem: ReadOptions['faultProblem'],
): void {
  const { mocks: given = [], waits = 1, replace, ...others } = body;
  const [strange] = Object.keys(others);
  if (strange !== undefined) {
    throw wrong(
      strange === 'rules'
        ? 'The field “rules” is now called “mocks”.'
        : `Unknown field ${strange}. The fields are mocks, waits, and replace.`,
    );
  }
  const replaces = flag({ replace: replace ?? false }, 'replace');
  const text = JSON.stringify({ mocks: given, waits }, undefined, 2);
  const { rules, problems } = readRules(text, {
    file: 'session',
    folder: process.cwd(),
    faultProblem,
  });
  if (problems.length > 0) {
    throw wrong(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  }
  book.add(rules.map(sessionMocks), replaces);
}

/** Returns the problems of mock file text, for example unsaved text in an editor. */
export function checkMocks(
  file: string,
  text: string,
  faultProblem: ReadOptions['faultProblem'],
): JsonObject {
  const { problems } = readRules(text, { file, folder: dirname(resolve(file)), faultProblem });
  return { problems: problemsToJson(file, problems) };
}

function problemsToJson(file: string, problems: readonly Problem[]): readonly JsonObject[] {
  return problems.map(({ line, column, length, message }) => ({
    file,
    line,
    column,
    length,
    message,
  }));
}

/**
 * Replaces all mocks of an emulator session with the mocks in files. If there are problems, returns them and
 * changes nothing.
 * @param keeps whether to preserve counts and state, for a reload during a run
 */
export function setMockFiles(
  book: MockRegistry,
  files: readonly string[],
  keeps: boolean,
  faultProblem: ReadOptions['faultProblem'],
): JsonObject {
  // Show only base names: the client doesn't share the emulator's working directory.
  const read = files.map((file) => ({ file, ...readMockFiles([file], faultProblem, basename) }));
  const problems = read.flatMap(({ file, problems: found }) => problemsToJson(file, found));
  const all = read.flatMap(({ rules }) => rules);
  if (problems.length > 0) return { problems, count: book.rules.length };
  if (keeps) book.renew(all);
  else book.add(all, true);
  return { problems, count: book.rules.length };
}
