import { posix } from 'node:path';
import { isObject, type JsonObject } from '../base/json';
import { promptVariables, type PromptFile } from '../playground/promptFile';
import type { PlaygroundSettings } from '../playground/conversation';
import type { Variables } from '../playground/variables';
import type { CasePlace, FoundCase, Matrix, NamedSettings, PromptCase } from './case';
import type { Variant } from './result';

/** A prompt file that was read. */
export interface PromptSource {
  readonly uri: string;
  readonly prompt: PromptFile;
}

/** A case with everything that is sent for it. */
export interface PlannedCase {
  /** Stays the same from run to run as long as file, name and variant do. */
  readonly id: string;
  readonly place: CasePlace;
  /** Address of the prompt file whose test it is; `source` may be another version. */
  readonly own: string;
  readonly case: PromptCase;
  readonly variant: Variant;
  /** The prompt with the settings and the model of the variant and the case. */
  readonly source: PromptSource;
  readonly variables: Variables;
  /** Variables that have no value: it can't be asked. */
  readonly missing: readonly string[];
}

export interface PlanOptions {
  /** In place of the models of prompt and matrix; a case that names one keeps it. */
  readonly models?: readonly string[];
  /** Only cases with one of these. */
  readonly tags?: readonly string[];
}

/**
 * The cases of a prompt, each with each variant, as they are read. Names that stand there twice are told apart by
 * a number.
 * @param versions the prompts that the matrix names, the file itself first
 */
export async function* planCases(
  versions: readonly [PromptSource, ...PromptSource[]],
  matrix: Matrix | undefined,
  found: Iterable<FoundCase> | AsyncIterable<FoundCase>,
  options: PlanOptions = {},
): AsyncGenerator<PlannedCase> {
  const seen = new Map<string, number>();
  const [own] = versions;
  const names = versionNames(versions);
  for await (const { case: one, place } of found) {
    if (!isWanted(one, options)) continue;
    const key = `${place.uri}#${one.name}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    const name = count === 1 ? one.name : `${one.name} (${count})`;
    for (const [source, prompt] of names) {
      for (const settings of axis(matrix?.settings)) {
        for (const model of modelsFor(one, source.prompt, matrix, options)) {
          const variant: Variant = {
            model,
            ...(settings && { settings: settings.name }),
            ...(prompt !== undefined && { prompt }),
          };
          yield planned({ ...one, name }, place, source, settings, variant, own);
        }
      }
    }
  }
}

/**
 * The versions, each once, with what they are called: the file alone, from the folder of the first where that is the name of
 * several. The first has no name.
 */
function versionNames(
  versions: readonly [PromptSource, ...PromptSource[]],
): ReadonlyMap<PromptSource, string | undefined> {
  const [own] = versions;
  const others = new Map(versions.slice(1).map((one) => [one.uri, one] as const));
  others.delete(own.uri);
  const count = Map.groupBy(others.keys(), fileName);
  const named = [...others.values()].map((one) => {
    const name = fileName(one.uri);
    const isOnly = count.get(name)?.length === 1;
    return [one, isOnly ? name : posix.relative(posix.dirname(own.uri), one.uri)] as const;
  });
  return new Map<PromptSource, string | undefined>([[own, undefined], ...named]);
}

/** What a variant is called, as far as it is not the only one. */
export function variantLabel({ model, settings, prompt }: Variant): string {
  return [model.replace(/^models\//, ''), settings, prompt].filter(Boolean).join(' · ');
}

function planned(
  one: PromptCase,
  place: CasePlace,
  { uri, prompt }: PromptSource,
  settings: NamedSettings | undefined,
  variant: Variant,
  own: PromptSource,
): PlannedCase {
  const all = [prompt.settings, settings?.settings ?? {}, one.settings ?? {}];
  const changed: PromptFile = {
    ...prompt,
    model: variant.model,
    settings: all.reduce((before, after) => mergedSettings(before, after)),
  };
  const { values, missing } = valuesFor(changed, one);
  return {
    id: [own.uri, place.uri === own.uri ? '' : place.uri, one.name, variantLabel(variant)].join(
      '#',
    ),
    ...{ place, own: own.uri, case: one, variant, variables: values, missing },
    source: { uri, prompt: changed },
  };
}

function isWanted({ tags = [] }: PromptCase, { tags: wanted = [] }: PlanOptions): boolean {
  return wanted.length === 0 || tags.some((tag) => wanted.includes(tag));
}

function modelsFor(
  { model }: PromptCase,
  prompt: PromptFile,
  matrix: Matrix | undefined,
  { models }: PlanOptions,
): readonly string[] {
  if (model !== undefined) return [model];
  return [...new Set(models ?? matrix?.models ?? [prompt.model])];
}

function axis<T>(values: readonly T[] | undefined): readonly (T | undefined)[] {
  return values && values.length > 0 ? values : [undefined];
}

function valuesFor(
  prompt: PromptFile,
  { variables = {} }: PromptCase,
): { readonly values: Variables; readonly missing: readonly string[] } {
  const names = promptVariables(prompt);
  const entries = names.map((name) => {
    const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const declared = prompt.variables ?? {};
    const proposed = Object.hasOwn(declared, name) ? declared[name]?.default : undefined;
    return [name, given ?? proposed] as const;
  });
  const values = entries.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    values: Object.fromEntries(values),
    missing: entries.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

/** Settings over others: objects field by field, and everything else as a whole. */
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
