import { isObject, objectAt } from '../../base/json';
import { generationLimits } from '../../api/schema/fieldLimits';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { flag, integer, jsonObject, list, object, text } from '../../webview/shape';
import { call, type Calls } from '../../webview/rpc';
import type { PlaygroundSettings } from './conversation';
import { itemsOf, objectsOf } from './requestFields';

const { maxLength, pattern } = generationLimits.functionName;
const FUNCTION_NAME = new RegExp(pattern);

const MAX_PARTS = 10_000;

const CHECKED_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'type nullable enum const properties required additionalProperties items prefixItems minItems maxItems ' +
    'minLength maxLength minProperties maxProperties minimum maximum exclusiveMinimum exclusiveMaximum ' +
    'multipleOf anyOf oneOf allOf $ref $defs definitions ' +
    'title description default example examples propertyOrdering $schema $id $comment deprecated'
  ).split(' '),
);
const ONE = ['items', 'additionalProperties'];
const LISTS = ['prefixItems', 'anyOf', 'oneOf', 'allOf'];
const RECORDS = ['properties', '$defs', 'definitions'];

const turnId = text(64);
const result = object({ keep: flag }, { response: jsonObject() });

export const toolCalls = {
  /**
   * Sends a result per function call of the last response, in order. `keep` saves the results. A
   * result without a response is that of the VS Code tool that has run. Fails if `turn` isn't the
   * last response.
   */
  sendResults: call(object({ turn: turnId, results: list(result) })),
  /**
   * Runs the VS Code tool of a pending call, by index, and sends the results as soon as every call
   * has one. `always` also runs later calls of this tool until the panel is closed.
   */
  runTool: call(object({ turn: turnId, call: integer(0, MAX_PARTS), always: flag })),
  setAutoRespond: call(object({ on: flag })),
  savedResults: call(),
  askToCorrect: call(object({ turn: turnId })),
  openSchema: call(object({ turn: turnId })),
} satisfies Calls;

/** A pending call that a VS Code tool can run. */
export interface ToolCallState {
  /** Name of the tool. */
  readonly tool: string;
  readonly state: 'ready' | 'running' | 'done' | 'failed';
  /** Why the tool can't run, or what went wrong. */
  readonly problem?: string;
  readonly canRun: boolean;
}

export interface ToolCallStates {
  readonly turn: string;
  /** By pending call; null for calls of other functions. */
  readonly calls: readonly (ToolCallState | null)[];
  /** Number of the automatic round that is running, from 1. */
  readonly round?: number;
  /** Whether the limit of automatic rounds is reached. */
  readonly isCapped?: boolean;
}

interface FunctionNames {
  readonly names: readonly string[];
  readonly invalid: readonly string[];
  readonly repeated: readonly string[];
}

export function functionNames(request: JsonObject | undefined): FunctionNames {
  const names = itemsOf(request?.tools)
    .flatMap((tool) => {
      // Interactions declare each function as a separate tool.
      if (field(tool, 'type') === 'function') return [tool];
      return itemsOf(field(tool, 'functionDeclarations'));
    })
    .map((row) => field(row, 'name'))
    .map((name) => (typeof name === 'string' ? name : ''));
  return {
    names,
    invalid: names.filter((name) => name.length > maxLength || !FUNCTION_NAME.test(name)),
    repeated: [...new Set(names.filter((name, at) => names.indexOf(name) !== at))],
  };
}

/** Returns the VS Code tools that declared functions of a request stand for, by function name. */
export function declaredTools(
  { vscodeTools = {} }: PlaygroundSettings,
  request: JsonObject | undefined,
): ReadonlyMap<string, string> {
  const { names } = functionNames(request);
  return new Map(
    names.flatMap((name) => {
      const tool = toolOf({ vscodeTools }, name);
      return tool === undefined ? [] : [[name, tool] as const];
    }),
  );
}

/** Forgets the VS Code tools of functions that no request declares, because a new function may get the name. */
export function withoutUnusedTools({
  vscodeTools,
  ...settings
}: PlaygroundSettings): PlaygroundSettings {
  if (!vscodeTools) return settings;
  const requests = Object.values(settings.requests ?? {});
  const used = requests.flatMap((request) => [...declaredTools({ vscodeTools }, request)]);
  return used.length > 0 ? { ...settings, vscodeTools: Object.fromEntries(used) } : settings;
}

/** Returns the VS Code tool of a function; undefined if none. */
export function toolOf(
  { vscodeTools = {} }: Pick<PlaygroundSettings, 'vscodeTools'>,
  name: string | undefined,
): string | undefined {
  return name !== undefined && Object.hasOwn(vscodeTools, name) ? vscodeTools[name] : undefined;
}

/** Removes declarations of functions from a request, and tools that are left without any. */
export function withoutFunctions(request: JsonObject, names: ReadonlySet<unknown>): JsonObject {
  const isKept = (row: JsonValue): boolean => !names.has(field(row, 'name'));
  const tools = objectsOf(request.tools).flatMap((tool) => {
    if (tool.type === 'function') return isKept(tool) ? [tool] : [];
    const { functionDeclarations, ...rest } = tool;
    if (functionDeclarations === undefined) return [tool];
    const kept = itemsOf(functionDeclarations).filter(isKept);
    if (kept.length > 0) return [{ ...rest, functionDeclarations: kept }];
    return Object.keys(rest).length > 0 ? [rest] : [];
  });
  const { tools: _, ...others } = request;
  return tools.length > 0 ? { ...others, tools } : others;
}

function field(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) ? value[name] : undefined;
}

/** Returns the saved result of a function; undefined if none. */
export function mockResult(
  { mocks = {} }: PlaygroundSettings,
  name: string | undefined,
): JsonObject | undefined {
  return name !== undefined && Object.hasOwn(mocks, name) ? mocks[name] : undefined;
}

interface ResponseFormat {
  /** Whether the response is a plain enum value instead of JSON. */
  readonly isEnum: boolean;
  /** OpenAPI-style schema or JSON Schema; absent if any JSON is valid. */
  readonly schema?: JsonValue;
}

/** Returns the response format of a request; undefined for plain text. */
export function responseFormat(request: JsonObject | undefined): ResponseFormat | undefined {
  if (request?.response_format !== undefined) return stepsFormat(request.response_format);
  const config = request?.generationConfig as JsonObject | undefined;
  const { mimeType, schema: own } = objectAt(objectAt(config ?? {}, 'responseFormat'), 'text');
  if (own !== undefined || mimeType === 'APPLICATION_JSON') {
    return { isEnum: false, ...(own !== undefined && { schema: own }) };
  }
  const type = config?.responseMimeType;
  if (type !== 'application/json' && type !== 'text/x.enum') return undefined;
  const schema = config?.responseJsonSchema ?? config?.responseSchema;
  return { isEnum: type === 'text/x.enum', ...(schema !== undefined && { schema }) };
}

/** Returns the response format of an interaction, which may have one per output type. */
function stepsFormat(given: JsonValue): ResponseFormat | undefined {
  const formats = Array.isArray(given) ? itemsOf(given) : [given];
  const json = formats.find((format) => {
    if (!isObject(format) || (format.type !== undefined && format.type !== 'text')) return false;
    return format.mime_type === 'application/json' || format.schema !== undefined;
  });
  if (!isObject(json)) return undefined;
  return { isEnum: false, ...(json.schema !== undefined && { schema: json.schema }) };
}

/** Returns the schema keywords that aren't validated, without duplicates. */
export function uncheckedKeywords(schema: JsonValue): readonly string[] {
  const found = new Set<string>();
  const work: JsonValue[] = [schema];
  for (let seen = 0; work.length > 0 && seen < MAX_PARTS; seen++) {
    const part = work.pop();
    if (!isObject(part)) continue;
    for (const name of Object.keys(part)) if (!CHECKED_KEYWORDS.has(name)) found.add(name);
    if (typeof part.$ref === 'string' && !part.$ref.startsWith('#')) found.add('$ref');
    for (const name of ONE) work.push(part[name] ?? null);
    for (const name of LISTS) work.push(...itemsOf(part[name]));
    for (const name of RECORDS) {
      work.push(...(Object.values((part[name] ?? {}) as JsonObject) as JsonValue[]));
    }
  }
  return [...found];
}
