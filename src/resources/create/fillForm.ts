import * as l10n from '@vscode/l10n';
import { type JsonObject, requiredIn } from '../../api/schema/row';
import { isInEdition } from '../../api/versions';
import { bodyMessage } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Services } from '../../service/services';
import { runWizard, type WizardStep } from '../../platform/wizard';
import { formFields } from './formFields';
import type { FormAnswers } from './formRows';
import { askForField, askForModel, type FormContext, type Step } from './formQuestions';

export interface FormResult {
  readonly body: JsonObject;
  readonly id?: string;
  /** Answers of a form with its own rows, to show them again. */
  readonly answers?: FormAnswers;
}

/** Form dependencies. Fields that name a model require a lookup. */
type FillContext = FormContext & { readonly services: Pick<Services, 'store' | 'connections'> };

/** Values so far. If the ID is empty, the server generates one. */
interface Answers {
  readonly body: JsonObject;
  readonly id: string;
}

/**
 * Prompts for a new resource's fields and ID. Undefined if dismissed. `before` has earlier values. `asks`
 * limits the prompts to the ID.
 */
export async function fillForm(
  context: FillContext,
  { connection, kind, version }: ResourceRef,
  before: FormResult = { body: {} },
  asks: 'all' | 'id' = 'all',
): Promise<FormResult | undefined> {
  const { prompts } = context;
  const { noun, id: ids, models = {}, choices = {}, form, namedBy = 'name' } = kindRow(kind);
  const message = bodyMessage(kind, 'create');
  const title = l10n.t('New {0}', l10n.t(noun.message));
  const all = formFields(message);
  const named = all.find(({ name }) => name === namedBy)?.field;
  const asked = all.filter(
    ({ name, field }) =>
      name !== namedBy &&
      field.const === undefined &&
      !field.outputOnly &&
      isInEdition(field.versions, version) &&
      (form?.includes(name) ?? true),
  );
  const inOrder = form
    ? asked.toSorted((a, b) => form.indexOf(a.name) - form.indexOf(b.name))
    : asked;
  const steps = inOrder.map(({ name, field, when }): WizardStep<Answers> => ({
    isAsked: ({ body }) => asks === 'all' && (!when || body[when.by] === when.word),
    async ask(stepPrompts, { body }) {
      const isRequired = requiredIn(field, version);
      const step = { title, isRequired, before: body[name] };
      const [method, offered] = [models[name], choices[name]];
      const parts = { prompts: stepPrompts };
      const value = method
        ? await askForModel({ ...context, prompts: stepPrompts }, connection, method, step)
        : await askForField(parts, name, field, { ...step, offered });
      if (value === undefined) return undefined;
      const { [name]: _, ...others } = body;
      const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
      return { body: isEmpty ? others : { ...others, [name]: value } };
    },
  }));
  const first: Answers = { body: before.body, id: before.id ?? '' };
  const filled = await runWizard<Answers>(prompts, first, [
    ...typeStep(message, title, asks),
    ...steps,
    {
      isAsked: () => ids !== undefined,
      async ask(stepPrompts, answers) {
        const isRequired = named !== undefined && requiredIn(named, version);
        const step = { title, isRequired, before: answers.id };
        const id = await askForId({ prompts: stepPrompts }, ids, step);
        return id === undefined ? undefined : { id };
      },
    },
  ]);
  if (!filled) return undefined;
  const { body, id } = filled;
  return id === '' ? { body } : { body, id };
}

function typeStep(
  message: string,
  title: string,
  asks: 'all' | 'id',
): readonly WizardStep<Answers>[] {
  const words = new Map<string, string>();
  for (const { when } of formFields(message)) if (when) words.set(when.word, when.by);
  if (words.size === 0) return [];
  return [
    {
      isAsked: () => asks === 'all',
      async ask(prompts, { body }) {
        const rows = [...words].map(([word, by]) => ({
          label: word.replaceAll('_', ' '),
          value: { [by]: word },
          active: body[by] === word,
        }));
        const chosen = await prompts.pick({ title, placeholder: l10n.t('Select a type') }, rows);
        // Another type wouldn't accept these fields.
        return chosen && { body: isSame(chosen, body) ? body : chosen };
      },
    },
  ];
}

function isSame(chosen: JsonObject, body: JsonObject): boolean {
  return Object.entries(chosen).every(([name, value]) => body[name] === value);
}

async function askForId(
  { prompts }: FormContext,
  pattern: string | undefined,
  { title, isRequired, before }: Step,
): Promise<string | undefined> {
  const isId = new RegExp(`^(?:${pattern ?? '.+'})$`);
  return await prompts.input({
    title,
    ...(isRequired
      ? { prompt: l10n.t('Enter an ID.') }
      : {
          prompt: l10n.t(
            'Enter an ID (the last part of the name). If you leave it empty, the server generates one.',
          ),
          placeholder: l10n.t('Generated by the server'),
        }),
    ...(typeof before === 'string' && { value: before }),
    validate: (value) =>
      (value === '' && !isRequired) || isId.test(value)
        ? undefined
        : l10n.t(
            'IDs can have up to 40 characters: a–z, 0–9, and dashes (not at the start or end).',
          ),
  });
}
