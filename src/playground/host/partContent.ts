import * as l10n from '@vscode/l10n';
import { rejectedValue } from '../../api/errors/details';
import type { MessageName } from '../../api/schema/messages';
import {
  jsonSchemaProblems,
  type SchemaProblem,
  schemaProblems,
} from '../../api/schema/schemaRules';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { parseRequest } from '../../api/schema/validate';
import { AppError, errorMessage } from '../../base/errors';
import { isObject, repeatedName } from '../../base/json';
import {
  PLAYGROUND_MODES,
  type PlaygroundSettings,
  type SettingsMode,
} from '../../conversation/model/conversation';
import {
  modeRequest,
  MODES,
  settingsModeOf,
  withModeRequest,
} from '../../conversation/model/modes';
import { settingsShape } from '../../conversation/model/settings';
import type { TextProblem } from '../../platform/diagnostics';
import { type JsonPath, nearestPath, parseJson, rangeOfPath } from '../../platform/jsonPath';
import { fieldAt, toolFields, withField } from '../../conversation/model/requestFields';
import {
  PART_VERSION,
  type PartFile,
  type PartSchemaRow,
  partSchemas,
} from '../../catalog/documentSchemas';

interface PartRow {
  readonly mode: SettingsMode;
  /** Path in the request; absent for the full request and for functions, which are in tools. */
  readonly path?: string;
  readonly list?: readonly [MessageName, string];
}

type RequestFile = `${SettingsMode}Request`;

const PARTS: { readonly [F in PartFile]: PartRow } = {
  jsonSchema: { mode: 'chat', path: 'generationConfig.responseFormat.text.schema' },
  responseSchema: { mode: 'chat', path: 'generationConfig.responseSchema' },
  functions: { mode: 'chat', list: ['Tool', 'functionDeclarations'] },
  ...(Object.fromEntries(
    PLAYGROUND_MODES.map((mode) => [
      `${settingsModeOf(mode)}Request`,
      { mode: settingsModeOf(mode) },
    ]),
  ) as { readonly [F in RequestFile]: PartRow }),
};

export function partText(settings: PlaygroundSettings, file: PartFile): string {
  const { mode, path, list } = PARTS[file];
  const request = modeRequest(settings, mode);
  const value =
    file === 'functions'
      ? toolFields.read(request, 'functionDeclarations')
      : path === undefined
        ? request
        : fieldAt(request, path);
  return `${JSON.stringify(value ?? (list ? [] : {}), undefined, 2)}\n`;
}

/**
 * Applies the text of a document to the settings. Empty values remove the part; unknown fields
 * stay. Throws `AppError` (`badPart`) if the text is invalid.
 */
export function withPart(
  settings: PlaygroundSettings,
  file: PartFile,
  text: string,
): PlaygroundSettings {
  const value = parse(text);
  const { mode, path, list } = PARTS[file];
  if (value === undefined) return written(settings, file, undefined);
  if (list && !Array.isArray(value)) {
    throw bad(l10n.t('This must be a list, such as [{ … }].'));
  }
  if (!list && !isObject(value)) throw bad(l10n.t('This must be an object, such as { … }.'));
  const row: PartSchemaRow = partSchemas[file];
  const message = list?.[0] ?? row.message;
  const whole = list ? { [list[1]]: value } : value;
  for (const made of path === undefined && !list ? MODES[mode].settings.madeOfTurns : []) {
    if (fieldAt(whole as JsonObject, made) === undefined) continue;
    throw bad(l10n.t('Remove “{0}”. It is generated from the conversation.', made));
  }
  const { violations } = message ? parseRequest(message, PART_VERSION, whole) : { violations: [] };
  // Unknown fields may be newer than our tables.
  const wrong = violations.find(({ description }) => !description.endsWith('Cannot find field.'));
  if (wrong) throw bad(inWords(wrong.description));
  return written(settings, file, isEmpty(value) ? undefined : value);
}

function inWords(violation: string): string {
  const refused = rejectedValue(violation);
  if (!refused) return violation;
  const { field, value } = refused;
  return l10n.t('“{0}” can’t be {1}.', field, value.replace(/^"(.*)"$/s, '“$1”'));
}

function written(
  settings: PlaygroundSettings,
  file: PartFile,
  value: JsonValue | undefined,
): PlaygroundSettings {
  const { mode, path } = PARTS[file];
  const request = modeRequest(settings, mode);
  const next =
    file === 'functions'
      ? toolFields.write(request, 'functionDeclarations', value)
      : path === undefined
        ? ((value ?? {}) as JsonObject)
        : withField(request, path, value);
  try {
    return settingsShape.parse(withModeRequest(settings, mode, next));
  } catch (error) {
    throw bad(l10n.t('This can’t be set: {0}.', errorMessage(error)));
  }
}

function parse(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw bad(l10n.t('This isn’t valid JSON: {0}', errorMessage(error)));
  }
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw bad(l10n.t('“{0}” occurs more than once.', repeated.name));
  return value;
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function bad(message: string): AppError {
  return new AppError('badPart', message);
}

/** Returns the document path of a part, such as `/<conversation>/responseSchema.json`. */
export function partPath(conversation: string, file: PartFile): string {
  return `/${conversation}/${file}.json`;
}

/** Parses a document path; undefined if invalid. */
export function parsePartPath(
  path: string,
): { readonly conversation: string; readonly name: string } | undefined {
  const [, conversation, name] = /^\/([a-z0-9]+)\/([A-Za-z]+)\.json$/.exec(path) ?? [];
  return conversation === undefined || name === undefined ? undefined : { conversation, name };
}

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
            'tools',
            index,
            'functionDeclarations',
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
