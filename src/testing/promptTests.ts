import * as l10n from '@vscode/l10n';
import type { JsonObject, JsonValue } from '../base/json';
import type { JsonPath } from '../platform/jsonPath';
import { PromptFileError, readPrompt } from '../conversation/prompts/readPrompt';
import { type PromptFile, promptFileName, relativePath } from '../conversation/model/promptFile';
import { ShapeError } from '../webview/shape';
import {
  type CaseProblem,
  type FoundCase,
  JsonPlaces,
  type Matrix,
  type PromptCase,
  type RelativePath,
  caseShape,
  matrixShape,
} from './case';

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

/** Maximum number of requests per file, since factors multiply and typos would be expensive. */
const MAX_CELLS = 10_000;

export interface Factor {
  readonly name: string;
  readonly count: number;
  /** Whether counting stopped early. */
  readonly isMore?: boolean;
  readonly at: JsonPath;
}

/** Returns the error of a file with too many requests, which lists the factors and suggests reducing the largest. */
export function tooManyCells(factors: readonly Factor[]): {
  readonly at: JsonPath;
  readonly message: string;
} {
  const [largest] = factors.toSorted((one, other) => other.count - one.count);
  const product = factors
    .filter(({ count }) => count > 1)
    .map(({ name, count, isMore }) => `${isMore ? '≥ ' : ''}${count} ${name}`)
    .join(' × ');
  const message = l10n.t(
    'These tests would send more than {0} requests ({1}). Reduce “{2}”.',
    MAX_CELLS,
    product,
    largest?.name ?? '',
  );
  return { at: largest?.at ?? [], message };
}

export function tooLarge(factors: readonly Factor[]): boolean {
  return factors.reduce((product, { count }) => product * count, 1) > MAX_CELLS;
}

/** Counts the requests of a prompt file before planning them. */
export class CellCount {
  readonly #matrix: readonly Factor[];
  readonly #models: Factor;
  #cells = 0;
  #cases: Factor = { name: 'cases', count: 0, at: ['cases'] };
  #repeat: Factor = { name: 'repeat', count: 1, at: ['cases'] };

  /**
   * @param versions number of prompt versions, including the file itself
   * @param models override those of the matrix
   */
  constructor(matrix: Matrix | undefined, versions: number, models?: readonly string[]) {
    const { settings = [], models: own = [] } = matrix ?? {};
    this.#matrix = [
      { name: 'prompts', count: versions, at: ['matrix', 'prompts'] },
      { name: 'settings', count: Math.max(1, settings.length), at: ['matrix', 'settings'] },
    ];
    this.#models = models
      ? { name: '--model', count: new Set(models).size, at: [] }
      : { name: 'models', count: Math.max(1, new Set(own).size), at: ['matrix', 'models'] };
  }

  /** @param at position of the test case, or its file name */
  add({ model, repeat = 1 }: PromptCase, at: JsonPath): void {
    const all = model === undefined ? [...this.#matrix, this.#models] : this.#matrix;
    this.#cells += all.reduce((product, { count }) => product * count, repeat);
    const isOwn = at[0] === 'cases';
    const count = this.#cases.count + 1;
    this.#cases = { name: 'cases', count, isMore: !isOwn, at: isOwn ? at.slice(0, 1) : at };
    if (repeat > this.#repeat.count) {
      this.#repeat = { name: 'repeat', count: repeat, at: isOwn ? [...at, 'repeat'] : at };
    }
  }

  get isTooMany(): boolean {
    return this.#cells > MAX_CELLS;
  }

  problem(): ReturnType<typeof tooManyCells> {
    return tooManyCells([this.#cases, ...this.#matrix, this.#models, this.#repeat]);
  }
}
