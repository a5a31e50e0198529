import type { JsonObject, JsonValue } from '../api/schema/row';
import { requestLimits } from './requestLimits';

const { maxLength, pattern } = requestLimits.functionName;
const NAME = new RegExp(pattern);

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
    invalid: names.filter((name) => name.length > maxLength || !NAME.test(name)),
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
