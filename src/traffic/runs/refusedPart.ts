import { isObject, type JsonObject, type JsonValue, objectAt, textAt } from '../../base/json';
import type { NormalRequest } from './normalRequest';
import { declarationsIn, responseSchema } from './schemaHints';

export const MAX_PROBES = 12;

/** Keywords that are left out together, the most likely cause first. */
const KEYWORD_CLASSES = {
  items: ['maxItems', 'minItems', 'max_items', 'min_items'],
  enum: ['enum'],
  bounds: ['minimum', 'maximum', 'minLength', 'maxLength', 'min_length', 'max_length'],
  pattern: ['pattern'],
  format: ['format'],
  anyOf: ['anyOf', 'any_of'],
} as const;

export type KeywordClass = keyof typeof KEYWORD_CLASSES;

export interface RefusedPart {
  /** Names of the functions that remain. `response` is the schema of the response. */
  readonly parts: readonly string[];
  /** Names of the properties that remain. Empty if there are none, or if all remain. */
  readonly properties: readonly string[];
  /** Keywords without which the API accepts the part. Undefined if none was found. */
  readonly keyword: KeywordClass | undefined;
  /** Whether the parts are accepted one by one, so that a limit of the total is exceeded. */
  readonly isTotal: boolean;
  readonly probes: number;
}

/** Sends a probe. Throws for errors other than a refusal, which end the search. */
type SendProbe = (body: JsonObject) => Promise<'accepted' | 'refused'>;

interface SchemaPart {
  readonly name: string;
  readonly schemaField: string;
  /** A declaration, or an object with only the response schema. */
  readonly holder: JsonObject;
}

/** Thrown when all probes are used. The result so far remains. */
class OutOfProbes extends Error {
  override readonly name = 'OutOfProbes';
}

/**
 * Finds the part of a schema that the API refuses, by sending parts of it. Undefined if the API accepts the whole
 * schema, so that something else is refused.
 */
export async function findRefusedPart(
  request: NormalRequest,
  send: SendProbe,
): Promise<RefusedPart | undefined> {
  let probes = 0;
  let parts = partsOf(request);
  let properties: readonly string[] = [];
  let keyword: KeywordClass | undefined;
  let isTotal = false;
  const isRefused = async (tried: readonly SchemaPart[]): Promise<boolean> => {
    if (probes >= MAX_PROBES) throw new OutOfProbes();
    probes += 1;
    return (await send(probeBody(request, tried))) === 'refused';
  };
  const found = (): RefusedPart => ({
    parts: parts.map(({ name }) => name),
    properties,
    keyword,
    isTotal,
    probes,
  });
  try {
    if (parts.length === 0 || !(await isRefused(parts))) return undefined;
    const all = parts;
    const half = await halved(parts, isRefused, true);
    parts = half.rest;
    isTotal = parts.length > 1;
    const [only] = parts;
    if (only && !isTotal) {
      const names = propertiesOf(only);
      const kept = await halved(
        names,
        async (some) => await isRefused([withProperties(only, some)]),
      );
      if (kept.rest.length < names.length) {
        properties = kept.rest;
        parts = [withProperties(only, kept.rest)];
      }
      // Halves can be refused only together.
      const isCertain = names.length > 1 ? kept.isSeen : half.isSeen;
      if (!isCertain && !(await isRefused(parts))) [isTotal, parts, properties] = [true, all, []];
    }
    for (const one of keywordsIn(parts)) {
      if (await isRefused(parts.map((part) => withoutKeywords(part, one)))) continue;
      keyword = one;
      break;
    }
  } catch (error) {
    if (!(error instanceof OutOfProbes)) throw error;
  }
  return found();
}

interface Half<T> {
  readonly rest: readonly T[];
  /** Whether the rest itself was refused. Otherwise, only its complement was accepted. */
  readonly isSeen: boolean;
}

/**
 * Halves a list whose whole is refused until one item remains.
 * @param checksTotal whether to return all items if both halves of the whole are accepted
 */
async function halved<T>(
  list: readonly T[],
  isRefused: (some: readonly T[]) => Promise<boolean>,
  checksTotal = false,
): Promise<Half<T>> {
  let half: Half<T> = { rest: list, isSeen: true };
  while (half.rest.length > 1) {
    const { rest } = half;
    const middle = Math.ceil(rest.length / 2);
    const [first, second] = [rest.slice(0, middle), rest.slice(middle)];
    if (await isRefused(first)) half = { rest: first, isSeen: true };
    else if (checksTotal && rest === list) {
      if (!(await isRefused(second))) return { rest: list, isSeen: true };
      half = { rest: second, isSeen: true };
    } else half = { rest: second, isSeen: false };
  }
  return half;
}

function partsOf(request: NormalRequest): readonly SchemaPart[] {
  const declarations = declarationsIn(request.tools).map((holder): SchemaPart => {
    const snake = 'parameters_json_schema' in holder ? 'parameters_json_schema' : 'parameters';
    const schemaField = 'parametersJsonSchema' in holder ? 'parametersJsonSchema' : snake;
    const isOther = request.form !== 'generate';
    // Other forms take JSON Schema.
    const { type: _type, parameters, ...rest } = holder;
    return isOther
      ? {
          name: textAt(holder, 'name'),
          schemaField: 'parametersJsonSchema',
          holder: {
            ...rest,
            ...(parameters !== undefined && { parametersJsonSchema: parameters }),
          },
        }
      : { name: textAt(holder, 'name'), schemaField, holder };
  });
  const [field, schema] = responseSchema(request) ?? [];
  if (field === undefined) return declarations;
  return [...declarations, { name: RESPONSE, schemaField: field, holder: { [field]: schema } }];
}

const RESPONSE = 'response';

function probeBody(request: NormalRequest, parts: readonly SchemaPart[]): JsonObject {
  const functions = parts.filter(({ name }) => name !== RESPONSE).map(({ holder }) => holder);
  const response = parts.find(({ name }) => name === RESPONSE)?.holder;
  const { functionCallingConfig: calling } = request.toolConfig;
  const mode = isObject(calling) ? calling.mode : undefined;
  return {
    contents: [{ role: 'user', parts: [{ text: 'x' }] }],
    ...(functions.length > 0 && { tools: [{ functionDeclarations: functions }] }),
    ...(functions.length > 0 &&
      mode !== undefined && { toolConfig: { functionCallingConfig: { mode } } }),
    generationConfig: {
      maxOutputTokens: 1,
      ...(response && { responseMimeType: 'application/json', ...response }),
    },
  };
}

/** Descends through arrays to the first object. */
function objectSchema(schema: JsonValue | undefined): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  return isObject(schema.properties) ? schema : objectSchema(schema.items);
}

function propertiesOf({ holder, schemaField }: SchemaPart): readonly string[] {
  return Object.keys(objectAt(objectSchema(holder[schemaField]) ?? {}, 'properties'));
}

function withProperties(part: SchemaPart, names: readonly string[]): SchemaPart {
  const change = (schema: JsonValue | undefined): JsonValue | undefined => {
    if (!isObject(schema)) return schema;
    const { properties, required, items } = schema;
    if (!isObject(properties))
      return items === undefined ? schema : { ...schema, items: change(items) };
    const { propertyOrdering: _order, property_ordering: _other, ...rest } = schema;
    return {
      ...rest,
      properties: Object.fromEntries(
        Object.entries(properties).filter(([name]) => names.includes(name)),
      ),
      ...(Array.isArray(required) && {
        required: (required as readonly JsonValue[]).filter(
          (name) => typeof name === 'string' && names.includes(name),
        ),
      }),
    };
  };
  return withSchema(part, change);
}

function withSchema(
  part: SchemaPart,
  change: (schema: JsonValue | undefined) => JsonValue | undefined,
): SchemaPart {
  const { holder, schemaField } = part;
  return { ...part, holder: { ...holder, [schemaField]: change(holder[schemaField]) } };
}

function keywordsIn(parts: readonly SchemaPart[]): readonly KeywordClass[] {
  const text = JSON.stringify(parts.map(({ holder }) => holder));
  return (Object.keys(KEYWORD_CLASSES) as KeywordClass[]).filter((name) =>
    KEYWORD_CLASSES[name].some((keyword) => text.includes(`"${keyword}":`)),
  );
}

function withoutKeywords(part: SchemaPart, name: KeywordClass): SchemaPart {
  const gone: readonly string[] = KEYWORD_CLASSES[name];
  const strip = (value: JsonValue | undefined, isNames: boolean): JsonValue | undefined => {
    if (Array.isArray(value)) {
      return (value as readonly JsonValue[]).map((item) => strip(item, false) ?? null);
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        // A property may have the name of a keyword.
        .filter(([field]) => isNames || !gone.includes(field))
        .map(([field, item]) => [field, strip(item, field === 'properties' && !isNames)]),
    );
  };
  return withSchema(part, (schema) => {
    const stripped = strip(schema, false);
    return name === 'anyOf' ? typed(stripped) : stripped;
  });
}

/** Without `anyOf`, a schema needs a type. */
function typed(schema: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(schema))
    return (schema as readonly JsonValue[]).map((item) => typed(item) ?? null);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).map(([name, item]) => {
    const isSchemas = name === 'properties' && isObject(item);
    const changed = isSchemas
      ? Object.fromEntries(
          Object.entries(item).map(([field, one]) => [
            field,
            isObject(one) && Object.keys(one).length === 0 ? { type: 'string' } : typed(one),
          ]),
        )
      : typed(item);
    return [name, changed] as const;
  });
  return Object.fromEntries(entries);
}
