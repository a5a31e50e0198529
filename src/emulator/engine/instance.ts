import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import { findIn, SlowPatternError } from '../../base/patterns';
import { properName, words } from '../text';

/** Below this depth, only required properties are filled, which ends recursive schemas. */
const FULL_DEPTH = 5;
const MAX_DEPTH = 60;
const MAX_ITEMS = 1000;
/** Maximum number of values: schemas can describe huge or infinite instances. */
const MAX_VALUES = 10_000;
/** Maximum number of characters that all patterns of a schema are tested on. */
const MAX_PATTERN_INPUT = 2_000_000;
const TEXT_UNIT = 100;

/**
 * Returns an instance of an API `Schema` or JSON Schema, with values based on the prompt. Satisfies a
 * `pattern` only if one of a few simple texts matches. Ignores slow patterns.
 */
export function instanceOf(schema: JsonValue, prompt: string): JsonValue {
  return new Maker(schema, prompt).make(schema, '', 0);
}

class Maker {
  readonly #root: JsonValue;
  readonly #prompt: string;
  readonly #words: readonly string[];
  readonly #patterns = new Map<string, RegExp | undefined>();
  #patternInputLeft = MAX_PATTERN_INPUT;
  #left = MAX_VALUES;

  constructor(root: JsonValue, prompt: string) {
    this.#root = root;
    this.#prompt = prompt;
    this.#words = words(prompt);
  }

  make(json: JsonValue | undefined, name: string, depth: number): JsonValue {
    this.#left -= 1;
    if (depth > MAX_DEPTH || this.#left <= 0) return null;
    const schema = this.#resolve(json);
    if (schema.const !== undefined) return schema.const;
    const values = schema.enum;
    if (Array.isArray(values) && values.length > 0) return this.#choose(values as JsonValue[]);
    const one = [schema.anyOf, schema.oneOf].find(Array.isArray) as JsonValue[] | undefined;
    if (one && one.length > 0) {
      // The first alternative is usually the simple case; later ones are recursive or null.
      return this.make(
        { ...schema, anyOf: undefined, oneOf: undefined, ...this.#resolve(one[0]) },
        name,
        depth + 1,
      );
    }
    if (schema.default !== undefined) return schema.default;
    switch (typeOf(schema)) {
      case 'object':
        return this.#object(schema, depth);
      case 'array':
        return this.#array(schema, name, depth);
      case 'string':
        return this.#text(schema, name);
      case 'integer':
      case 'number':
        return this.#number(schema, typeOf(schema) === 'integer');
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  #resolve(json: JsonValue | undefined, hops = 0): JsonObject {
    this.#left -= 1;
    if (!isObject(json) || this.#left <= 0) return {};
    const target = json.$ref;
    if (typeof target === 'string' && hops < MAX_DEPTH) {
      let found: JsonValue | undefined = this.#root;
      for (const step of target.split('/').slice(1)) {
        const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
        found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined;
      }
      return this.#resolve(found, hops + 1);
    }
    const all = json.allOf;
    if (!Array.isArray(all)) return json;
    return (all as JsonValue[]).reduce<JsonObject>((merged, part) => {
      const next = this.#resolve(part, hops + 1);
      return {
        ...merged,
        ...next,
        properties: { ...object(merged.properties), ...object(next.properties) },
        required: [...strings(merged.required), ...strings(next.required)],
      };
    }, json);
  }

  #object(schema: JsonObject, depth: number): JsonValue {
    const properties = object(schema.properties);
    const required = strings(schema.required);
    const order = strings(schema.propertyOrdering);
    const names = [...new Set([...order, ...Object.keys(properties), ...required])].filter(
      (name) => required.includes(name) || (depth < FULL_DEPTH && Object.hasOwn(properties, name)),
    );
    return Object.fromEntries(
      names.map((name) => [
        name,
        this.make(
          Object.hasOwn(properties, name) ? properties[name] : { type: 'string' },
          name,
          depth + 1,
        ),
      ]),
    );
  }

  #array(schema: JsonObject, name: string, depth: number): JsonValue {
    const least = Math.min(count(schema.minItems) ?? 0, MAX_ITEMS);
    const most = count(schema.maxItems) ?? MAX_ITEMS;
    const fixed = Array.isArray(schema.prefixItems) ? (schema.prefixItems as JsonValue[]) : [];
    const wanted = depth < FULL_DEPTH ? Math.max(least, fixed.length || 2) : least;
    return Array.from({ length: Math.min(wanted, most) }, (_unused, index) => {
      const item = this.make(fixed[index] ?? schema.items ?? { type: 'string' }, name, depth + 1);
      // Number list items so that they are unique and easier to read.
      return typeof item === 'string' && index > 0 && !isChosen(schema.items)
        ? fit(`${item} ${index + 1}`, object(schema.items))
        : item;
    });
  }

  #text(schema: JsonObject, name: string): string {
    const format = schema.format;
    const sample =
      typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (sample !== undefined) return sample;
    const plain = properName(this.#prompt) ?? this.#words.at(-1) ?? 'text';
    const { pattern } = schema;
    const fitting =
      typeof pattern === 'string' ? this.#fitting(pattern, plain, name, schema) : plain;
    const text = fit(fitting, schema);
    this.#left -= Math.floor(text.length / TEXT_UNIT);
    return text;
  }

  #fitting(source: string, plain: string, name: string, schema: JsonObject): string {
    if (!this.#patterns.has(source)) this.#patterns.set(source, parsePattern(source));
    const pattern = this.#patterns.get(source);
    if (!pattern) return plain;
    const samples = [plain, plain.toLowerCase(), name, ...this.#words.slice(0, 50), ...texts];
    const fits = (sample: string): boolean => {
      if (this.#patternInputLeft <= 0) return false;
      const text = fit(sample, schema);
      this.#patternInputLeft -= text.length;
      return findIn(text, pattern) !== null;
    };
    try {
      return samples.find(fits) ?? plain;
    } catch (error) {
      if (!(error instanceof SlowPatternError)) throw error;
      this.#patternInputLeft = 0;
      return plain;
    }
  }

  #number(schema: JsonObject, whole: boolean): number {
    const step = number(schema.multipleOf) ?? (whole ? 1 : 0);
    const above = number(schema.exclusiveMinimum);
    const below = number(schema.exclusiveMaximum);
    const gap = step || 0.5;
    const least = number(schema.minimum) ?? (above === undefined ? undefined : above + gap);
    const most = number(schema.maximum) ?? (below === undefined ? undefined : below - gap);
    const wanted = Number(this.#words.find((word) => /^\d{1,9}$/.test(word)) ?? 1);
    const clamped = Math.min(
      Math.max(wanted, least ?? wanted),
      most ?? Math.max(wanted, least ?? wanted),
    );
    if (step === 0) return clamped;
    const up = Math.ceil(clamped / step) * step;
    return most !== undefined && up > most ? Math.floor(clamped / step) * step : up;
  }

  #choose(values: readonly JsonValue[]): JsonValue {
    const said = this.#prompt.slice(0, 2000).toLowerCase();
    const named = values.find(
      (value) => typeof value === 'string' && value !== '' && said.includes(value.toLowerCase()),
    );
    return named ?? values[0] ?? null;
  }
}

const formats: { readonly [format: string]: string } = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  hostname: 'example.com',
};
const texts = [
  'a',
  'A',
  '1',
  '0',
  'abc',
  'ABC',
  '123',
  '2026-01-31',
  'abc-123',
  'ABC-123',
  '#00aaff',
];

function parsePattern(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  const name = Array.isArray(type) ? (type as JsonValue[]).find((one) => one !== 'null') : type;
  if (typeof name === 'string') return name.toLowerCase();
  if (schema.properties !== undefined) return 'object';
  return schema.items === undefined ? 'string' : 'array';
}

function isChosen(schema: JsonValue | undefined): boolean {
  const { enum: values, const: value, format, pattern } = object(schema);
  return [values, value, format, pattern].some((one) => one !== undefined);
}

function fit(text: string, schema: JsonObject): string {
  const least = Math.min(count(schema.minLength) ?? 0, 10_000);
  const most = count(schema.maxLength) ?? Number.MAX_SAFE_INTEGER;
  return Array.from(text.padEnd(least, '.')).slice(0, most).join('');
}

function object(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function strings(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as JsonValue[]).filter((item) => typeof item === 'string');
}

function number(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** The `Schema` message encodes int64 as string. */
function count(value: JsonValue | undefined): number | undefined {
  const parsed = typeof value === 'string' ? Number(value) : value;
  return typeof parsed === 'number' && Number.isFinite(parsed) && parsed >= 0 ? parsed : undefined;
}
