import * as l10n from '@vscode/l10n';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items } from '../../base/json';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { InputOptions, PickItem } from '../../platform/prompts';
import { runWizard, type WizardStep } from '../../platform/wizard';
import type { ResourcesContext } from '../context';

/** Answers by row, as texts. An empty answer leaves the field out. */
export interface FormAnswers {
  readonly [row: string]: string;
}

export interface FormResult {
  readonly body: JsonObject;
  readonly id?: string;
  /** Answers of a form with rows, to show them again. */
  readonly answers?: FormAnswers;
}

interface FormStep {
  readonly context: ResourcesContext;
  readonly collection: ResourceRef;
  readonly title: string;
  readonly answers: FormAnswers;
  /** The answer so far. */
  readonly before: string;
}

/** A field of a form: how to ask for it, and the place of its value in the body. */
export interface FormRow {
  readonly name: string;
  /** Fields and indices. Undefined if only the other rows use the answer. */
  readonly path?: readonly (string | number)[];
  readonly initial?: string;
  /** Whether to ask, given the answers; always by default. */
  readonly isAsked?: (answers: FormAnswers) => boolean;
  /** Undefined if dismissed. */
  readonly ask: (step: FormStep) => Promise<string | undefined>;
  /** Converts an answer. Default: the text. */
  readonly value?: (answer: string) => JsonValue;
}

interface TextOptions extends Pick<InputOptions, 'prompt' | 'placeholder'> {
  readonly isRequired?: true;
  readonly validate?: (value: string) => string | undefined;
  readonly hint?: (value: string, answers: FormAnswers) => string | undefined;
}

export function askText({ isRequired, validate, hint, ...texts }: TextOptions): FormRow['ask'] {
  return async ({ context, title, answers, before }) => {
    const typed = await context.prompts.input({
      ...{ title, ...texts, value: before },
      validate(value) {
        const isEmpty = value.trim() === '';
        if (isEmpty) return isRequired ? l10n.t('A value is required.') : undefined;
        return validate?.(value.trim());
      },
      ...(hint && { hint: (value: string) => hint(value.trim(), answers) }),
    });
    return typed?.trim();
  };
}

type Choices = readonly PickItem<string>[];

export function askChoice(
  placeholder: string,
  choices: (step: FormStep) => Choices | Promise<Choices>,
): FormRow['ask'] {
  return async (step) => {
    const { context, title, before } = step;
    const rows = Promise.resolve(choices(step)).then((all) =>
      all.map((item) => ({ ...item, active: item.value === before })),
    );
    return await context.prompts.pick<string>({ title, placeholder }, rows);
  };
}

/** Asks the rows of a form, with a way back. Undefined if dismissed. `before` has earlier answers. */
export async function fillRows(
  rows: readonly FormRow[],
  context: ResourcesContext,
  collection: ResourceRef,
  before?: FormResult,
): Promise<FormResult | undefined> {
  const title = l10n.t('New {0}', l10n.t(kindRow(collection.kind).noun.message));
  const initial = Object.fromEntries(rows.map((row) => [row.name, row.initial ?? '']));
  const steps = rows.map(({ name, isAsked, ask }): WizardStep<FormAnswers> => ({
    ...(isAsked && { isAsked }),
    async ask(prompts, answers) {
      const step = { context: { ...context, prompts }, collection, title, answers };
      const answer = await ask({ ...step, before: answers[name] ?? '' });
      return answer === undefined ? undefined : { [name]: answer };
    },
  }));
  const first: FormAnswers = { ...initial, ...before?.answers };
  const answers = await runWizard(context.prompts, first, steps);
  return answers && { body: bodyOf(rows, answers), answers };
}

function bodyOf(rows: readonly FormRow[], answers: FormAnswers): JsonObject {
  let body: JsonValue = {};
  for (const { name, path, isAsked, value } of rows) {
    const answer = answers[name] ?? '';
    if (!path || answer === '' || isAsked?.(answers) === false) continue;
    body = withValue(body, path, value?.(answer) ?? answer);
  }
  return isObject(body) ? body : {};
}

function withValue(
  json: JsonValue | undefined,
  [step, ...rest]: readonly (string | number)[],
  value: JsonValue,
): JsonValue {
  if (step === undefined) return value;
  if (typeof step === 'string') {
    const object = isObject(json) ? json : {};
    return { ...object, [step]: withValue(object[step], rest, value) };
  }
  const list = [...(items(json) as readonly JsonValue[])];
  list[step] = withValue(list[step], rest, value);
  return list;
}
