import * as l10n from '@vscode/l10n';
import type { FunctionCall } from '../../conversation/model/turns';
import type { ModelTurn, UserTurn } from '../../conversation/model/conversation';
import type { JsonObject, JsonValue } from '../../base/json';
import { SlowPatternError } from '../../base/patterns';
import {
  flag,
  list,
  number,
  object,
  record,
  type Shape,
  ShapeError,
  text,
} from '../../webview/shape';

/** Result of an assertion. `notMeasured` means errored, `inconclusive` too uncertain to tell. */
export type CheckVerdict = 'pass' | 'fail' | 'notMeasured' | 'inconclusive';

/** Range in the response text, in UTF-16 units, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface Measurement {
  readonly verdict: CheckVerdict;
  readonly message: string;
  readonly range?: TextRange;
  /** The measured number in the assertion's unit. */
  readonly score?: number;
  /** How sure a decision was, and whether a person agrees. */
  readonly calibration?: { readonly confidence: number; readonly isRight: boolean };
  /** Both sides of a diff, if useful. */
  readonly expected?: string;
  readonly actual?: string;
}

export interface Subject {
  /** The last turn's text without thoughts. */
  readonly text: string;
  /** All model turns, including those before automatic function results. The last one is the response. */
  readonly turns: readonly ModelTurn[];
  readonly calls: readonly FunctionCall[];
  readonly answer: ModelTurn;
  /** Request of the first turn. */
  readonly request: JsonObject;
  /** Total of all turns. */
  readonly tokens: number | undefined;
  /** Estimated US dollars of all turns. Undefined if any is unknown. */
  readonly price: number | undefined;
  readonly firstTokenMs: number | undefined;
  readonly durationMs: number;
  /** Variable values, for judges and functions. */
  readonly variables: { readonly [name: string]: string };
  readonly question: string;
  /** The last user turn. */
  readonly asking: UserTurn | undefined;
  /** All assertions of the test case. */
  readonly checks: readonly { readonly type: string }[];
  /** URI of the test file, to resolve relative paths. */
  readonly uri: string;
}

export interface Judgement {
  readonly pass: boolean;
  readonly score?: number;
  readonly reason: string;
}

export interface DecisionQuestion {
  readonly id: string;
  readonly model: string;
  readonly question: JsonObject;
}

/** Answer of a decision model in the format of the API. */
export interface Decided {
  readonly answer?: JsonObject;
  readonly blocked?: string;
  /** Whether the emulator made it up. */
  readonly isInvented: boolean;
}

export interface CheckTools {
  readonly signal: AbortSignal;
  /** Returns embeddings. Throws errors of the client. */
  readonly embed: (
    texts: readonly string[],
    model: string | undefined,
  ) => Promise<readonly (readonly number[])[]>;
  /** Runs a judge prompt file. Results are cached by prompt and response. */
  readonly judge: (
    path: string,
    subject: Subject,
    values: { readonly [name: string]: string },
  ) => Promise<Judgement>;
  /** Answers a question about the subject. Throws errors of the client. */
  readonly decide: (subject: Subject, question: DecisionQuestion) => Promise<Decided>;
  /** Calls a workspace function such as `./checks.mjs#isPolite`. Throws `AppError` if not allowed. */
  readonly callCode: (name: string, subject: Subject) => Promise<unknown>;
}

interface CheckField<T = unknown> {
  readonly shape: Shape<T>;
  readonly schema: JsonObject;
  readonly doc: string;
}

export type CheckFields = { readonly [name: string]: CheckField };
type Value<F> = F extends CheckField<infer T> ? T : never;
type Values<R extends CheckFields, O extends CheckFields> = {
  readonly [K in keyof R]: Value<R[K]>;
} & { readonly [K in keyof O]?: Value<O[K]> };

export interface CheckRow {
  /** A sentence for the documentation. */
  readonly doc: string;
  readonly required: CheckFields;
  readonly optional: CheckFields;
  /** The field set by a table column that names only the assertion. */
  readonly main?: string;
  readonly example: JsonObject;
  /** Throws `ShapeError` if invalid. */
  readonly shape: Shape<object>;
  run(values: object, subject: Subject, tools: CheckTools): Measurement | Promise<Measurement>;
}

/** Creates a row whose function receives typed fields. */
export function checkRow<R extends CheckFields, O extends CheckFields = Record<never, never>>(row: {
  readonly doc: string;
  readonly required: R;
  readonly optional?: O;
  readonly main?: string & keyof (R & O);
  readonly example: JsonObject;
  /** Additional validation across fields. Throws `ShapeError`. */
  readonly refine?: (values: Values<R, O>, path: string) => void;
  readonly run: (
    values: Values<R, O>,
    subject: Subject,
    tools: CheckTools,
  ) => Measurement | Promise<Measurement>;
}): CheckRow {
  const { doc, required, optional = {} as O, main, example, refine, run } = row;
  const fields = object(shapesOf(required), shapesOf(optional));
  return {
    doc,
    required,
    optional,
    example,
    ...(main !== undefined && { main }),
    shape: {
      parse(value, path = '') {
        const values = fields.parse(value, path) as Values<R, O>;
        refine?.(values, path);
        return values;
      },
    },
    run: (values, subject, tools) => run(values as Values<R, O>, subject, tools),
  };
}

function shapesOf(fields: CheckFields): { readonly [name: string]: Shape<unknown> } {
  return Object.fromEntries(Object.entries(fields).map(([name, { shape }]) => [name, shape]));
}

export const pass = (
  message: string,
  more: Omit<Measurement, 'verdict' | 'message'> = {},
): Measurement => ({
  verdict: 'pass',
  message,
  ...more,
});

export const fail = (
  message: string,
  more: Omit<Measurement, 'verdict' | 'message'> = {},
): Measurement => ({
  verdict: 'fail',
  message,
  ...more,
});

export const inconclusive = (
  message: string,
  more: Omit<Measurement, 'verdict' | 'message'> = {},
): Measurement => ({ verdict: 'inconclusive', message, ...more });

export const notMeasured = (message: string): Measurement => ({ verdict: 'notMeasured', message });

/** Returns the result for a regular expression that timed out. Rethrows other errors. */
export function slowPattern(error: unknown): Measurement {
  if (!(error instanceof SlowPatternError)) throw error;
  return notMeasured(
    l10n.t('{0} timed out on this response because it has nested quantifiers.', error.pattern),
  );
}

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
