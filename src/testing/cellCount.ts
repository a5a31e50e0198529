import * as l10n from '@vscode/l10n';
import type { JsonPath } from '../platform/jsonPath';
import type { Matrix, PromptCase } from './case';

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
