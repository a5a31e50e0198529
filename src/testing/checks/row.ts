import * as l10n from '@vscode/l10n';
import type { FunctionCall } from '../../conversation/model/turns';
import type { ModelTurn } from '../../conversation/model/conversation';
import type { JsonObject } from '../../base/json';
import { SlowPatternError } from '../../base/patterns';
import { object, type Shape } from '../../webview/shape';

/** What a check says: that it could not be measured is neither of the others. */
export type CheckVerdict = 'pass' | 'fail' | 'notMeasured';

/** UTF-16 units of the answer's text, the end excluded. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What came of a check. */
export interface Measured {
  readonly verdict: CheckVerdict;
  /** A sentence; plain text. */
  readonly message: string;
  /** Where in the answer. */
  readonly range?: TextRange;
  /** What was measured, where that is a number, in the unit of the check. */
  readonly score?: number;
  /** The two sides of what was compared, where showing them side by side helps. */
  readonly expected?: string;
  readonly actual?: string;
}

/** An answer as checks see it. */
export interface Subject {
  /** The words of the last turn, thoughts aside. */
  readonly text: string;
  /** Every turn of the model, where calls of functions were answered by themselves; the last one is the answer. */
  readonly turns: readonly ModelTurn[];
  /** Of all turns, in their order. */
  readonly calls: readonly FunctionCall[];
  readonly answer: ModelTurn;
  /** What was sent for the first turn. */
  readonly request: JsonObject;
  /** Of all turns. */
  readonly tokens: number | undefined;
  /** US dollars of all turns, by published prices; undefined where one of them is not known. */
  readonly price: number | undefined;
  readonly firstTokenMs: number | undefined;
  readonly durationMs: number;
  /** Values of the variables, for checks that are told of the question too. */
  readonly variables: { readonly [name: string]: string };
  /** The last message as it was sent. */
  readonly question: string;
  /** Address of the file that the check stands in: paths begin at its folder. */
  readonly uri: string;
}

/** What a judge says of an answer. */
export interface Judgement {
  readonly pass: boolean;
  readonly score?: number;
  readonly reason: string;
}

/** What checks use besides the answer; whoever runs them provides it. */
export interface CheckTools {
  readonly signal: AbortSignal;
  /** Vectors of texts. Throws what the client throws. */
  readonly embed: (
    texts: readonly string[],
    model: string | undefined,
  ) => Promise<readonly (readonly number[])[]>;
  /** Lets another prompt file judge; the same question about the same answer is asked once. */
  readonly judge: (
    path: string,
    subject: Subject,
    values: { readonly [name: string]: string },
  ) => Promise<Judgement>;
  /** Calls a function of the workspace, such as `./checks.mjs#isPolite`. Throws `AppError` where that was not agreed to. */
  readonly callCode: (name: string, subject: Subject) => Promise<unknown>;
}

/** A field of a check: how it is read, and as JSON Schema. */
export interface CheckField<T = unknown> {
  readonly shape: Shape<T>;
  readonly schema: JsonObject;
  readonly doc: string;
}

export type CheckFields = { readonly [name: string]: CheckField };
type Value<F> = F extends CheckField<infer T> ? T : never;
export type Values<R extends CheckFields, O extends CheckFields> = {
  readonly [K in keyof R]: Value<R[K]>;
} & { readonly [K in keyof O]?: Value<O[K]> };

/** One kind of check. */
export interface CheckRow {
  /** What it expects, in a sentence. */
  readonly doc: string;
  readonly required: CheckFields;
  readonly optional: CheckFields;
  /** The field that a column of a table has, where it is named by the check alone. */
  readonly main?: string;
  readonly example: JsonObject;
  /** Checks what a file says. Throws `ShapeError`. */
  readonly shape: Shape<object>;
  run(values: object, subject: Subject, tools: CheckTools): Measured | Promise<Measured>;
}

/** A row whose function is given its fields by their types. */
export function checkRow<R extends CheckFields, O extends CheckFields = Record<never, never>>(row: {
  readonly doc: string;
  readonly required: R;
  readonly optional?: O;
  readonly main?: string & keyof (R & O);
  readonly example: JsonObject;
  /** What the types of the fields can't say. Throws `ShapeError`. */
  readonly refine?: (values: Values<R, O>, path: string) => void;
  readonly run: (
    values: Values<R, O>,
    subject: Subject,
    tools: CheckTools,
  ) => Measured | Promise<Measured>;
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
  more: Omit<Measured, 'verdict' | 'message'> = {},
): Measured => ({
  verdict: 'pass',
  message,
  ...more,
});

export const fail = (
  message: string,
  more: Omit<Measured, 'verdict' | 'message'> = {},
): Measured => ({
  verdict: 'fail',
  message,
  ...more,
});

export const notMeasured = (message: string): Measured => ({ verdict: 'notMeasured', message });

/** What is said of a regular expression that was stopped. Throws what is anything else. */
export function slowPattern(error: unknown): Measured {
  if (!(error instanceof SlowPatternError)) throw error;
  return notMeasured(
    l10n.t('{0} timed out on this response because it has nested quantifiers.', error.pattern),
  );
}
