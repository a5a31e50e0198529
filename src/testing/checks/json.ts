import * as l10n from '@vscode/l10n';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { isObject, isSameJson, type JsonValue, tryParse } from '../../base/json';
import { type JsonPath, nearestPath, parseJson, rangeOfPath } from '../../platform/jsonPath';
import { SchemaCheck } from '../../conversation/answer/schemaCheck';
import { responseFormat } from '../../conversation/model/requestFields';
import { ShapeError } from '../../webview/shape';
import {
  type Measurement,
  type Subject,
  type TextRange,
  amount,
  checkRow,
  fail,
  json,
  jsonObjectField,
  name,
  notMeasured,
  pass,
  slowPattern,
} from './row';

export const jsonChecks = {
  jsonSchema: checkRow({
    doc: 'The response is JSON that matches a schema. Default: the response schema of the prompt.',
    required: {},
    optional: {
      schema: jsonObjectField('JSON Schema (draft 7).'),
    },
    example: { schema: { type: 'object', required: ['price'] } },
    async run({ schema }, subject) {
      const read = jsonIn(subject.text);
      if ('verdict' in read) return read;
      if (schema === undefined) return checkRequested(read.value, subject);
      const { compileSchema } = await import('./validator');
      let validate: ValidateFunction;
      try {
        validate = compileSchema(schema);
      } catch (error) {
        return notMeasured(
          l10n.t('The schema isn’t valid: {0}', error instanceof Error ? error.message : ''),
        );
      }
      try {
        if (validate(read.value)) return pass(l10n.t('The response matches the schema.'));
      } catch (error) {
        return slowPattern(error);
      }
      const [first] = validate.errors ?? [];
      const range = first && rangeAt(read, stepsOf(first.instancePath, read.value));
      return fail(valueText(validate.errors ?? []), { ...(range && { range }) });
    },
  }),
  jsonPath: checkRow({
    doc: 'A value in a JSON response equals the expected value or is in a range.',
    required: {
      path: name(
        'Path of the value, such as $.items[0].price. Use [-1] for the last item of a list.',
      ),
    },
    optional: {
      value: json('Expected value. The order of fields doesn’t matter.'),
      min: amount('Minimum value.', -Number.MAX_VALUE, Number.MAX_VALUE),
      max: amount('Maximum value.', -Number.MAX_VALUE, Number.MAX_VALUE),
    },
    example: { path: '$.items[0].price', value: 9.5 },
    refine({ path, value, min, max }, at) {
      if (!pathSteps(path)) throw new ShapeError(`${at}.path`, 'a path such as $.items[0].price');
      if (value === undefined && min === undefined && max === undefined) {
        throw new ShapeError(at, 'value, min, or max');
      }
    },
    run({ path, value, min = -Infinity, max = Infinity }, { text }) {
      const read = jsonIn(text);
      if ('verdict' in read) return read;
      const steps = resolved(read.value, pathSteps(path) ?? []);
      const found = steps && valueAt(read.value, steps);
      if (!steps || found === undefined) {
        return fail(l10n.t('The response has no value at {0}.', path), { actual: text });
      }
      const range = rangeAt(read, steps);
      const shown = JSON.stringify(found);
      const more = { actual: shown, ...(range && { range }) };
      if (value !== undefined && !isSameJson(found, value)) {
        const expected = JSON.stringify(value);
        return fail(l10n.t('Expected {0} to be {2}, but got {1}.', path, shown, expected), {
          ...more,
          expected,
        });
      }
      if (min === -Infinity && max === Infinity)
        return pass(l10n.t('{0} is {1}.', path, shown), more);
      if (typeof found !== 'number') {
        return fail(l10n.t('Expected {0} to be a number, but got {1}.', path, shown), more);
      }
      if (found < min) {
        return fail(l10n.t('Expected {0} to be at least {2}, but got {1}.', path, found, min), {
          ...more,
          score: found,
        });
      }
      if (found > max) {
        return fail(l10n.t('Expected {0} to be at most {2}, but got {1}.', path, found, max), {
          ...more,
          score: found,
        });
      }
      return pass(l10n.t('{0} is {1}.', path, shown), { ...more, score: found });
    },
  }),
};

interface ReadJson {
  readonly value: JsonValue;
  readonly text: string;
  readonly offset: number;
}

const FENCE = /^\s*```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?```\s*$/i;

function jsonIn(text: string): ReadJson | Measurement {
  const fenced = FENCE.exec(text)?.[1];
  const inner = fenced ?? text;
  const offset = fenced === undefined ? 0 : text.indexOf(fenced, text.indexOf('\n'));
  const value = tryParse(inner);
  if (value !== undefined) return { value, text: inner, offset };
  const at = offset + (parseJson(inner).mistake?.offset ?? inner.length);
  const message = l10n.t('The response isn’t valid JSON. The error is at character {0}.', at + 1);
  return fail(message, {
    range: { start: Math.min(at, text.length), end: text.length },
    actual: text,
  });
}

function rangeAt({ text, offset }: ReadJson, path: JsonPath): TextRange | undefined {
  const { tree } = parseJson(text);
  const known = nearestPath(tree, path);
  const range = known && rangeOfPath(tree, known);
  return range && { start: offset + range.offset, end: offset + range.offset + range.length };
}

/** Validates against the request's schema, which uses the API's own format that Ajv doesn't support. */
function checkRequested(value: JsonValue, { request }: Subject): Measurement {
  const asked = responseFormat(request);
  if (asked?.schema === undefined) {
    return notMeasured(l10n.t('Neither the prompt nor the assertion has a schema.'));
  }
  const check = new SchemaCheck(asked.schema);
  check.run(value);
  return check.count === 0
    ? pass(l10n.t('The response matches the schema.'))
    : fail(check.problems.join(' '));
}

const MAX_LISTED = 5;

function valueText(errors: readonly ErrorObject[]): string {
  const shown = errors.slice(0, MAX_LISTED).map(({ instancePath, message = '', params }) => {
    const extra: unknown = (params as { readonly additionalProperty?: unknown }).additionalProperty;
    const named = typeof extra === 'string' ? ` (${extra})` : '';
    return `${instancePath === '' ? '$' : `$${instancePath.replaceAll('/', '.')}`} ${message}${named}.`;
  });
  const more =
    errors.length > MAX_LISTED ? [l10n.t('And {0} more.', errors.length - MAX_LISTED)] : [];
  return [...shown, ...more].join(' ');
}

/** Splits a JSON Pointer (RFC 6901), with numbers for array indexes. */
function stepsOf(pointer: string, value: JsonValue): JsonPath {
  const names = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  let at: JsonValue | undefined = value;
  return names.map((step) => {
    const isList = Array.isArray(at);
    at = at === undefined ? undefined : valueAt(at, [isList ? Number(step) : step]);
    return isList ? Number(step) : step;
  });
}

const STEP = /\.([A-Za-z_$][\w$-]*)|\[(-?\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\['((?:[^'\\]|\\.)*)'\]/y;

/** Parses a path such as `$.a[0]["b c"]`; `$` is optional. Undefined if invalid. */
function pathSteps(path: string): JsonPath | undefined {
  const whole = path.startsWith('$') ? path.slice(1) : path.startsWith('[') ? path : `.${path}`;
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  let end = 0;
  for (let found = STEP.exec(whole); found; found = STEP.exec(whole)) {
    const [, plain, index, double, single] = found;
    const quoted = double ?? single;
    steps.push(
      index === undefined ? (plain ?? quoted?.replace(/\\(.)/g, '$1') ?? '') : Number(index),
    );
    end = STEP.lastIndex;
  }
  return end === whole.length ? steps : undefined;
}

function resolved(value: JsonValue, steps: JsonPath): JsonPath | undefined {
  const path: (string | number)[] = [];
  let at = value;
  for (const step of steps) {
    const next: string | number =
      typeof step === 'number' && step < 0 && Array.isArray(at) ? at.length + step : step;
    path.push(next);
    const inner = valueAt(at, [next]);
    if (inner === undefined) return undefined;
    at = inner;
  }
  return path;
}

function valueAt(value: JsonValue, path: JsonPath): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of path) {
    if (Array.isArray(at)) at = typeof step === 'number' ? (at as JsonValue[])[step] : undefined;
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}
