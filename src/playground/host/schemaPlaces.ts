import * as l10n from '@vscode/l10n';
import {
  jsonSchemaProblems,
  type SchemaProblem,
  schemaProblems,
} from '../../api/schema/schemaRules';
import type { JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import type { TextProblem } from '../../platform/diagnostics';
import { type JsonPath, nearestPath, parseJson, rangeOfPath } from '../../platform/jsonPath';
import { fieldAt } from '../../conversation/model/requestFields';
import type { PartFile } from '../../conversation/model/settings';

export interface SchemaPlace {
  readonly at: JsonPath;
  readonly schema: JsonValue;
  readonly kind: 'service' | 'json';
}

const ANSWERS = { responseSchema: 'service', responseJsonSchema: 'json' } as const;
const FUNCTIONS = {
  parameters: 'service',
  response: 'service',
  parametersJsonSchema: 'json',
  responseJsonSchema: 'json',
} as const;

export function requestSchemas(
  request: JsonValue | undefined,
  at: JsonPath = [],
): readonly SchemaPlace[] {
  if (!isObject(request)) return [];
  const config = [...at, 'generationConfig'];
  return [
    ...placesIn(request.generationConfig, config, ANSWERS),
    ...placesIn(
      fieldAt(request, 'generationConfig.responseFormat.text'),
      [...config, 'responseFormat', 'text'],
      { schema: 'json' },
    ),
    ...list(request.tools).flatMap((tool, index) =>
      isObject(tool)
        ? functionSchemas(tool.functionDeclarations, [
            ...at,
            ...['tools', index, 'functionDeclarations'],
          ])
        : [],
    ),
  ];
}

function functionSchemas(functions: JsonValue | undefined, at: JsonPath): readonly SchemaPlace[] {
  return list(functions).flatMap((one, index) => placesIn(one, [...at, index], FUNCTIONS));
}

function placesIn(
  value: JsonValue | undefined,
  at: JsonPath,
  fields: { readonly [name: string]: SchemaPlace['kind'] },
): readonly SchemaPlace[] {
  return Object.entries(fields).flatMap(([name, kind]) => {
    const schema = isObject(value) ? value[name] : undefined;
    return schema === undefined ? [] : [{ at: [...at, name], schema, kind }];
  });
}

export function refusedSchemas(
  places: readonly SchemaPlace[],
): readonly (readonly [JsonPath, string])[] {
  return places.flatMap(({ at, schema, kind }) => {
    const found = kind === 'json' ? jsonSchemaProblems(schema) : schemaProblems(schema);
    return found.map((problem): readonly [JsonPath, string] => [
      [...at, ...stepsOf(problem)],
      l10n.t(
        'The API rejects {0}: {1}',
        problem.path || String(at.at(-1) ?? 'schema'),
        problem.message,
      ),
    ]);
  });
}

/** Converts `properties[city].any_of[0]` and `properties.city.anyOf.0` to a JSON path. */
function stepsOf({ path }: SchemaProblem): JsonPath {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step === 'any_of' ? 'anyOf' : step));
}

export function partProblems(text: string, file: PartFile): readonly TextProblem[] {
  const { tree, mistake } = parseJson(text);
  if (mistake || !tree) return [];
  const value = JSON.parse(text) as JsonValue;
  const isEmpty = isObject(value) && Object.keys(value).length === 0;
  const places: { readonly [F in PartFile]?: () => readonly SchemaPlace[] } = {
    // An empty document removes the schema.
    jsonSchema: () => (isEmpty ? [] : [{ at: [], schema: value, kind: 'json' }]),
    responseSchema: () => (isEmpty ? [] : [{ at: [], schema: value, kind: 'service' }]),
    functions: () => functionSchemas(value, []),
    chatRequest: () => requestSchemas(value),
  };
  return refusedSchemas(places[file]?.() ?? []).map(([at, message]) => {
    const known = nearestPath(tree, at);
    const { offset, length } = (known && rangeOfPath(tree, known)) ?? { offset: 0, length: 1 };
    return { offset, length, message };
  });
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
