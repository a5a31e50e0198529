import { posix } from 'node:path';
import { isObject, type JsonObject } from '../base/json';
import { promptVariables, type PromptFile } from '../conversation/model/promptFile';
import type { PlaygroundSettings } from '../conversation/model/conversation';
import type { Variables } from '../conversation/model/turns';
import type { CasePlace, FoundCase, Matrix, NamedSettings, PromptCase } from './case';
import type { Variant } from './result';

export interface PromptSource {
  readonly uri: string;
  readonly prompt: PromptFile;
}

/** The prompt file, then the other versions of its matrix, without duplicates. */
export type Versions = readonly [PromptSource, ...PromptSource[]];

export interface PlannedCase {
  readonly id: string;
  readonly place: CasePlace;
  /** URI of the prompt file with the test case, while `source` may be another version. */
  readonly own: string;
  readonly case: PromptCase;
  readonly variant: Variant;
  readonly source: PromptSource;
  readonly variables: Variables;
  /** Variables without value, which prevent running. */
  readonly missing: readonly string[];
}

export interface PlanOptions {
  /** Overrides the models of prompts and the matrix, but not those of test cases. */
  readonly models?: readonly string[];
  readonly tags?: readonly string[];
}

/** The test cases of a prompt. Variants are planned on demand, because a matrix may have thousands. */
export class PromptPlan {
  readonly #setups: Setups;
  readonly #matrix: Matrix | undefined;
  readonly #options: PlanOptions;
  readonly #seen = new Map<string, number>();

  constructor(versions: Versions, matrix: Matrix | undefined, options: PlanOptions = {}) {
    this.#setups = new Setups(versions, matrix?.settings);
    this.#matrix = matrix;
    this.#options = options;
  }

  /** Plans a test case. Undefined if excluded. Duplicate names in a file get a number, in order. */
  add({ case: one, place }: FoundCase): CasePlan | undefined {
    const { tags: wanted = [], models = this.#matrix?.models } = this.#options;
    if (wanted.length > 0 && !one.tags?.some((tag) => wanted.includes(tag))) return undefined;
    const key = `${place.uri}#${one.name}`;
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    const name = count === 1 ? one.name : `${one.name} (${count})`;
    const used = one.model === undefined ? models && [...new Set(models)] : [one.model];
    return new CasePlan({ ...one, name }, place, used, this.#setups);
  }
}

export class CasePlan implements FoundCase {
  readonly case: PromptCase;
  readonly place: CasePlace;
  /** Resource names. Undefined for the model of each version. */
  readonly #models: readonly string[] | undefined;
  readonly #setups: Setups;

  constructor(
    one: PromptCase,
    place: CasePlace,
    models: readonly string[] | undefined,
    setups: Setups,
  ) {
    this.case = one;
    this.place = place;
    this.#models = models;
    this.#setups = setups;
  }

  get size(): number {
    return this.#setups.size * (this.#models?.length ?? 1);
  }

  variantAt(index: number): Variant {
    const { source, settings, prompt } = this.#setupAt(index);
    const models = this.#models ?? [source.prompt.model];
    const model = models[index % models.length] ?? source.prompt.model;
    return {
      model,
      ...(settings !== undefined && { settings }),
      ...(prompt !== undefined && { prompt }),
    };
  }

  idAt(index: number): string {
    const { own } = this.#setups;
    const { uri } = this.place;
    const label = variantLabel(this.variantAt(index));
    return [own.uri, uri === own.uri ? '' : uri, this.case.name, label].join('#');
  }

  plannedAt(index: number): PlannedCase {
    const { source, merged, names } = this.#setupAt(index);
    const { prompt, uri } = source;
    const { settings } = this.case;
    const variant = this.variantAt(index);
    const changed: PromptFile = {
      ...prompt,
      model: variant.model,
      settings: settings ? mergedSettings(merged, settings) : merged,
    };
    const isOwn = settings?.systemInstruction !== undefined;
    return {
      id: this.idAt(index),
      place: this.place,
      own: this.#setups.own.uri,
      case: this.case,
      variant,
      source: { uri, prompt: changed },
      ...valuesFor(isOwn ? promptVariables(changed) : names, prompt, this.case),
    };
  }

  *planned(): Generator<PlannedCase> {
    for (let index = 0; index < this.size; index += 1) yield this.plannedAt(index);
  }

  #setupAt(index: number): Setup {
    return this.#setups.at(Math.floor(index / (this.#models?.length ?? 1)));
  }
}

class Setup {
  readonly source: PromptSource;
  /** Name of the version. Undefined for the file itself. */
  readonly prompt: string | undefined;
  readonly #named: NamedSettings | undefined;
  #merged: PlaygroundSettings | undefined;
  #names: readonly string[] | undefined;

  constructor({ source, prompt }: Version, named: NamedSettings | undefined) {
    this.source = source;
    this.prompt = prompt;
    this.#named = named;
  }

  get settings(): string | undefined {
    return this.#named?.name;
  }

  get merged(): PlaygroundSettings {
    const { settings } = this.source.prompt;
    this.#merged ??= mergedSettings(settings, this.#named?.settings ?? {});
    return this.#merged;
  }

  get names(): readonly string[] {
    this.#names ??= promptVariables({ ...this.source.prompt, settings: this.merged });
    return this.#names;
  }
}

class Setups {
  readonly own: PromptSource;
  readonly #versions: readonly Version[];
  readonly #settings: readonly (NamedSettings | undefined)[];
  readonly #known = new Map<number, Setup>();

  constructor(versions: Versions, settings: readonly NamedSettings[] = []) {
    [this.own] = versions;
    this.#versions = namedVersions(versions);
    this.#settings = settings.length > 0 ? settings : [undefined];
  }

  get size(): number {
    return this.#versions.length * this.#settings.length;
  }

  at(index: number): Setup {
    const known = this.#known.get(index);
    if (known) return known;
    const count = this.#settings.length;
    const version = this.#versions[Math.floor(index / count)] ?? { source: this.own };
    const made = new Setup(version, this.#settings[index % count]);
    this.#known.set(index, made);
    return made;
  }
}

interface Version {
  readonly source: PromptSource;
  /** Name. Undefined for the file itself. */
  readonly prompt?: string;
}

function namedVersions([own, ...others]: Versions): readonly Version[] {
  const count = Map.groupBy(others, ({ uri }) => fileName(uri));
  const named = others.map((source) => {
    const name = fileName(source.uri);
    const isOnly = count.get(name)?.length === 1;
    return { source, prompt: isOnly ? name : posix.relative(posix.dirname(own.uri), source.uri) };
  });
  return [{ source: own }, ...named];
}

/** Returns the label of a variant, without the parts that are empty or that all variants share. */
export function variantLabel({ model, settings, prompt }: Variant): string {
  return [model.replace(/^models\//, ''), settings, prompt].filter(Boolean).join(' · ');
}

function valuesFor(
  names: readonly string[],
  { variables: declared = {} }: PromptFile,
  { variables = {} }: PromptCase,
): Pick<PlannedCase, 'variables' | 'missing'> {
  const entries = names.map((name) => {
    const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const proposed = Object.hasOwn(declared, name) ? declared[name]?.default : undefined;
    return [name, given ?? proposed] as const;
  });
  const values = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    variables: Object.fromEntries(values),
    missing: entries.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

/** Merges settings: objects by field, other values entirely. */
export function mergedSettings(
  before: PlaygroundSettings,
  after: PlaygroundSettings,
): PlaygroundSettings {
  return merged(before as JsonObject, after as JsonObject);
}

function merged(before: JsonObject, after: JsonObject): JsonObject {
  const entries = Object.entries(after).map(([name, value]) => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, isObject(old) && isObject(value) ? merged(old, value) : value] as const;
  });
  return { ...before, ...Object.fromEntries(entries) };
}

function fileName(uri: string): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}
