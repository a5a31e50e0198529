import type { JsonObject, JsonValue } from '../base/json';
import type { JsonPath } from '../platform/jsonPath';
import { PromptFileError, readPrompt } from '../conversation/prompts/readPrompt';
import { type PromptFile, promptFileName, relativePath } from '../conversation/model/promptFile';
import { ShapeError } from '../webview/shape';
import {
  type CaseProblem,
  caseShape,
  type FoundCase,
  type Matrix,
  matrixShape,
  type PromptCase,
  type RelativePath,
} from './case';
import { CellCount } from './cellCount';
import { JsonPlaces } from './jsonPlaces';

export interface PromptTests {
  /** Undefined if invalid, which is the only problem then. */
  readonly prompt?: PromptFile;
  readonly cases: readonly (FoundCase & { readonly at: JsonPath })[];
  readonly casesFiles: readonly NamedFile[];
  readonly matrix?: Matrix;
  readonly problems: readonly CaseProblem[];
  readonly problemAt: (at: JsonPath, message: string) => CaseProblem;
}

export interface NamedFile {
  readonly path: RelativePath;
  readonly at: JsonPath;
}

/** Reads the tests of a prompt file. Never throws; invalid parts become problems. */
export function readPromptTests(text: string, uri: string): PromptTests {
  const places = new JsonPlaces(text, uri);
  const { problems } = places;
  const problemAt = (at: JsonPath, message: string): CaseProblem => places.problemAt(at, message);
  const nothing = { cases: [], casesFiles: [], problems, problemAt };
  let prompt: PromptFile;
  try {
    prompt = readPrompt(text, promptFileName(uri));
  } catch (error) {
    if (!(error instanceof PromptFileError)) throw error;
    places.add(error.problem, error.problem.message);
    return nothing;
  }
  const file = places.object();
  if (!file) return nothing;

  const cases = listAt(file, 'cases').flatMap((given, index) => {
    const at: JsonPath = ['cases', index];
    const found = places.attempt(at, () => caseShape.parse(given, `cases[${index}]`));
    return found ? [{ case: named(found, index + 1), place: places.placeOf(at), at }] : [];
  });
  const casesFiles = listAt(file, 'casesFiles').flatMap((given, index) => {
    const at: JsonPath = ['casesFiles', index];
    const path = places.attempt(at, () => relativePath.parse(given, `casesFiles[${index}]`));
    return path === undefined ? [] : [{ path, at }];
  });
  const matrix =
    file.matrix === undefined
      ? undefined
      : places.attempt(['matrix'], () => matrixShape.parse(file.matrix, 'matrix'));
  const count = new CellCount(matrix, 1 + new Set(matrix?.prompts).size);
  for (const one of cases) count.add(one.case, one.at);
  if (count.isTooMany) {
    const { at, message } = count.problem();
    problems.push(problemAt(at, message));
    return { ...nothing, prompt };
  }
  return { ...nothing, prompt, cases, casesFiles, ...(matrix && { matrix }) };

  function listAt(source: JsonObject, name: string): readonly JsonValue[] {
    const given = source[name];
    if (given === undefined) return [];
    if (Array.isArray(given)) return given as readonly JsonValue[];
    places.attempt([name], () => {
      throw new ShapeError(name, 'a list');
    });
    return [];
  }
}

/** Returns the test case with a generated name if it has none. */
export function named(
  found: Omit<PromptCase, 'name'> & { name?: string },
  place: number,
): PromptCase {
  const { name = '', ...rest } = found;
  return { ...rest, name: name.trim() === '' ? String(place) : name.trim() };
}
