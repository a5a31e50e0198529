import type { JsonObject, JsonValue } from '../../base/json';
import { flag, list, number, record, type Shape, ShapeError, text } from '../../webview/shape';
import type { CheckField } from './row';

const LONG = 16 * 1024 * 1024;
const MANY = 10_000;
const anyText = text(LONG);
const texts = list(anyText, MANY);

export function words(doc: string): CheckField<string> {
  return {
    doc,
    shape: {
      parse: (value, path) =>
        Array.isArray(value) ? texts.parse(value, path).join('\n') : anyText.parse(value, path),
    },
    schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  };
}

export function oneOrMore(doc: string): CheckField<readonly string[]> {
  return {
    doc,
    shape: {
      parse(value, path = '') {
        const found = Array.isArray(value)
          ? texts.parse(value, path)
          : [anyText.parse(value, path)];
        if (found.length > 0 && found.every((one) => one !== '')) return found;
        throw new ShapeError(path, 'a non-empty string, or a list of non-empty strings');
      },
    },
    schema: {
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
      ],
    },
  };
}

export function name(doc: string): CheckField<string> {
  return {
    doc,
    shape: {
      parse(value, path = '') {
        const found = text(10_000).parse(value, path);
        if (found !== '') return found;
        throw new ShapeError(path, 'a non-empty string');
      },
    },
    schema: { type: 'string', minLength: 1 },
  };
}

export function yes(doc: string): CheckField<boolean> {
  return { doc, shape: flag, schema: { type: 'boolean' } };
}

export function amount(doc: string, min = 0, max = Number.MAX_SAFE_INTEGER): CheckField<number> {
  return {
    doc,
    shape: number(min, max),
    schema: {
      type: 'number',
      minimum: min,
      ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }),
    },
  };
}

const jsonShape: Shape<JsonValue> = {
  // The file is JSON, so any value is valid.
  parse(value, path = '') {
    if (value === undefined) throw new ShapeError(path, 'a value');
    return value as JsonValue;
  },
};

export function json(doc: string): CheckField<JsonValue> {
  return { doc, shape: jsonShape, schema: {} };
}

export function jsonObjectField(doc: string): CheckField<JsonObject> {
  const fields = record(jsonShape, MANY);
  return {
    doc,
    shape: { parse: (value, path) => fields.parse(value, path) },
    schema: { type: 'object' },
  };
}
