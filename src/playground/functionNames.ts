import type { JsonObject, JsonValue } from '../api/schema/row';

/** What the service takes as the name of a function. */
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;

/** Names of declared functions, and those that the service would refuse. */
export interface FunctionNames {
  readonly names: readonly string[];
  readonly invalid: readonly string[];
  readonly repeated: readonly string[];
}

/** Reads the functions that the `tools` of a request declare, whatever else they hold. */
export function functionNames(request: JsonObject | undefined): FunctionNames {
  const names = items(request?.tools)
    .flatMap((tool) => items(field(tool, 'functionDeclarations')))
    .map((row) => field(row, 'name'))
    .map((name) => (typeof name === 'string' ? name : ''));
  return {
    names,
    invalid: names.filter((name) => !NAME.test(name)),
    repeated: [...new Set(names.filter((name, at) => names.indexOf(name) !== at))],
  };
}

function field(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)[name]
    : undefined;
}

function items(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
