import { isObject } from '../../base/json';
import { generationLimits } from '../../api/schema/fieldLimits';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { flag, jsonObject, list, object, text } from '../../webview/shape';
import { call, type Calls } from '../../webview/rpc';
import type { PlaygroundSettings } from './conversation';
import { itemsOf } from './requestFields';

const { maxLength, pattern } = generationLimits.functionName;
const FUNCTION_NAME = new RegExp(pattern);

/** A schema with more parts than this is not looked through to its end. */
const MOST_PARTS = 10_000;

/** What an answer is checked against, and what says nothing about answers. */
const CHECKED_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'type nullable enum const properties required additionalProperties items prefixItems minItems maxItems ' +
    'minLength maxLength minProperties maxProperties minimum maximum exclusiveMinimum exclusiveMaximum ' +
    'multipleOf anyOf oneOf allOf $ref $defs definitions ' +
    'title description default example examples propertyOrdering $schema $id $comment deprecated'
  ).split(' '),
);
/** Keywords that hold a schema, a list of them, and schemas by names. */
const ONE = ['items', 'additionalProperties'];
const LISTS = ['prefixItems', 'anyOf', 'oneOf', 'allOf'];
const RECORDS = ['properties', '$defs', 'definitions'];

const turnId = text(64);
const result = object({ response: jsonObject(), keep: flag });

/** Results of functions that the model calls, and answers of a given form. */
export const toolCalls = {
  /**
   * Sends a result for each call of the answer at the end, in its order; `keep` makes it the saved one of
   * its function. Fails where `turn` is not that answer any more.
   */
  sendResults: call(object({ turn: turnId, results: list(result) })),
  /** Whether calls that all have a saved result are answered by themselves. */
  setAutoRespond: call(object({ on: flag })),
  /** Shows VS Code's list of the saved results. */
  savedResults: call(),
  /** Sends a message that names what is wrong with the form of an answer. */
  askToCorrect: call(object({ turn: turnId })),
  /** Opens the schema that an answer was asked for. */
  openSchema: call(object({ turn: turnId })),
} satisfies Calls;

/** Names of declared functions, and those that the service would refuse. */
interface FunctionNames {
  readonly names: readonly string[];
  readonly invalid: readonly string[];
  readonly repeated: readonly string[];
}

/** Reads the functions that the `tools` of a request declare, whatever else they hold. */
export function functionNames(request: JsonObject | undefined): FunctionNames {
  const names = itemsOf(request?.tools)
    .flatMap((tool) => {
      // Interactions have a tool for each function.
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

function field(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) ? value[name] : undefined;
}

/** The result that is kept for a function; undefined where there is none. */
export function mockResult(
  { mocks = {} }: PlaygroundSettings,
  name: string | undefined,
): JsonObject | undefined {
  return name !== undefined && Object.hasOwn(mocks, name) ? mocks[name] : undefined;
}

/** The form that an answer was asked for in. */
interface ResponseFormat {
  /** The answer is one of the schema's values, and not JSON. */
  readonly isEnum: boolean;
  /** Of the service's own kind or JSON Schema; absent where any JSON will do. */
  readonly schema?: JsonValue;
}

/** What a request says of the form of its answer; undefined where that is plain text. */
export function responseFormat(request: JsonObject | undefined): ResponseFormat | undefined {
  if (request?.response_format !== undefined) return stepsFormat(request.response_format);
  const config = request?.generationConfig as JsonObject | undefined;
  const type = config?.responseMimeType;
  if (type !== 'application/json' && type !== 'text/x.enum') return undefined;
  const schema = config?.responseJsonSchema ?? config?.responseSchema;
  return { isEnum: type === 'text/x.enum', ...(schema !== undefined && { schema }) };
}

/** The same of an interaction: one form, or one for each kind of output. */
function stepsFormat(given: JsonValue): ResponseFormat | undefined {
  const formats = Array.isArray(given) ? itemsOf(given) : [given];
  const json = formats.find((format) => {
    if (!isObject(format) || (format.type !== undefined && format.type !== 'text')) return false;
    return format.mime_type === 'application/json' || format.schema !== undefined;
  });
  if (!isObject(json)) return undefined;
  return { isEnum: false, ...(json.schema !== undefined && { schema: json.schema }) };
}

/** The keywords of a schema that answers are not checked against, each once. */
export function uncheckedKeywords(schema: JsonValue): readonly string[] {
  const found = new Set<string>();
  const work: JsonValue[] = [schema];
  for (let seen = 0; work.length > 0 && seen < MOST_PARTS; seen++) {
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
