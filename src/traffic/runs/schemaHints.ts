import { isObject, type JsonObject, type JsonValue, objectAt } from '../../base/json';
import { shortHash } from './contentChain';
import type { NormalRequest } from './normalRequest';

/** A property of schemas with which the API has refused requests without giving a reason. */
export type SchemaHint =
  | { readonly kind: 'items'; readonly total: number }
  | { readonly kind: 'enum'; readonly path: string; readonly count: number }
  | { readonly kind: 'arrays'; readonly count: number }
  | { readonly kind: 'tools'; readonly count: number };

/** Limits as reported for the live API, which doesn't publish them. */
const LIMITS = { items: 960, enum: 100, arrays: 3, tools: 64 } as const;

const MAX_DEPTH = 64;

const RESPONSE_SCHEMAS = [
  'responseSchema',
  'response_schema',
  'responseJsonSchema',
  'response_json_schema',
] as const;

/** Returns the schema of the response with its field. Undefined if none. */
export function responseSchema({
  config,
}: NormalRequest): readonly [string, JsonValue] | undefined {
  return RESPONSE_SCHEMAS.map((name) => [name, config[name]] as const).find(
    (entry): entry is readonly [(typeof RESPONSE_SCHEMAS)[number], JsonValue] => isObject(entry[1]),
  );
}

/** Returns the function declarations and the response schema of a request, which share one grammar. */
export function schemasOf(request: NormalRequest): readonly JsonValue[] {
  const [, schema] = responseSchema(request) ?? [];
  return schema === undefined ? request.tools : [...request.tools, schema];
}

export function schemaHash(request: NormalRequest): string {
  const schemas = schemasOf(request);
  return schemas.length === 0 ? '' : shortHash(JSON.stringify([schemas, request.toolConfig]));
}

export function declarationsIn(tools: readonly JsonValue[]): readonly JsonObject[] {
  return tools.filter(isObject).flatMap((tool) => {
    const { functionDeclarations, function_declarations: snake } = tool;
    const list = functionDeclarations ?? snake;
    if (Array.isArray(list)) return list.filter(isObject);
    if (isObject(tool.function)) return [tool.function];
    return tool.type === 'function' ? [tool] : [];
  });
}

export function schemaHints(request: NormalRequest): readonly SchemaHint[] {
  const found = { items: 0, arrays: 0 };
  const hints: SchemaHint[] = [];
  const { mode } = objectAt(request.toolConfig, 'functionCallingConfig');
  const isForced = mode === 'ANY' || request.tools.length === 0;
  const walk = (value: JsonValue | undefined, path: string, depth: number): void => {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value as readonly JsonValue[]) walk(item, path, depth + 1);
      return;
    }
    const json = value as JsonObject;
    const most = Number(json.maxItems ?? json.max_items ?? 0);
    if (most > 0) found.items += most;
    if (most > 0 || Number(json.minItems ?? json.min_items ?? 0) > 0) found.arrays += 1;
    const { enum: values } = json;
    if (Array.isArray(values) && values.length > LIMITS.enum && isForced) {
      hints.push({ kind: 'enum', path, count: values.length });
    }
    const name = typeof json.name === 'string' ? json.name : '';
    for (const [field, item] of Object.entries(json)) {
      const isName = !STRUCTURE.has(field);
      walk(item, isName ? joined(joined(path, name), field) : joined(path, name), depth + 1);
    }
  };
  for (const schema of schemasOf(request)) walk(schema, '', 0);
  const tools = declarationsIn(request.tools).length;
  if (found.items > LIMITS.items) hints.unshift({ kind: 'items', total: found.items });
  else if (found.arrays >= LIMITS.arrays) hints.push({ kind: 'arrays', count: found.arrays });
  if (tools > LIMITS.tools) hints.push({ kind: 'tools', count: tools });
  return hints.slice(0, 4);
}

const STRUCTURE = new Set([
  'properties',
  'parameters',
  'parametersJsonSchema',
  'parameters_json_schema',
  'items',
  'functionDeclarations',
  'function_declarations',
  'anyOf',
  'any_of',
  'function',
  'schema',
]);

function joined(path: string, name: string): string {
  return path === '' || name === '' ? path || name : `${path}.${name}`;
}
