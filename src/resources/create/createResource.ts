import * as l10n from '@vscode/l10n';
import { type JsonObject, requiredIn } from '../../api/schema/row';
import { isInEdition } from '../../api/versions';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { bodyMessage, canDo, topCollection } from '../../catalog/kindOperations';
import { childKinds, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { requireConnected } from '../../platform/errors';
import { runWizard, type WizardStep } from '../../platform/wizard';
import type { Services } from '../../service/services';
import { DocumentError } from '../documents/documentText';
import { type CreatedResource, makeResource } from '../documents/saveNewResource';
import { showSigningSecret } from '../webhooks/changeWebhook';
import type { ResourceHandler, ResourcesContext } from '../context';
import { labelledResource, shortLabel } from '../resourceTexts';
import { type FormContext, type Step, askForField, askForModel, formFields } from './formQuestions';
import { FORMS, type FormResult, fillRows } from './forms';

/** Creates a resource in the clicked collection, with a document template or a form. */
export const createResource: ResourceHandler = async (context, targets) => {
  const { prompts } = context;
  const collection = targets.find((target) => target.collection) ?? firstCollection(context);
  const { noun, template, form } = kindRow(collection.kind);
  if (!(template ?? form) || !canDo(collection.kind, 'create', collection.version)) return;
  const name = l10n.t(noun.message);
  const how = !template
    ? 'form'
    : await prompts.pick({ title: l10n.t('New {0}', name) }, [
        {
          label: l10n.t('Fill in a form'),
          description: l10n.t('Answer one question at a time'),
          icon: 'list-selection',
          value: 'form',
        },
        {
          label: l10n.t('Edit as JSON'),
          description: l10n.t('Offers completions. Save the document to create the {0}.', name),
          icon: 'json',
          value: 'document',
        },
      ] as const);
  if (how === 'document') await context.openDocument(collection, { preview: false });
  if (how !== 'form') return;
  const made = await createFromForm(context, collection);
  if (!made) return;
  const { ref, resource, secret } = made;
  context.tell(l10n.t('Created “{0}”', shortLabel(labelledResource(ref, resource).label)));
  await context.reveal(ref);
  if (secret !== undefined) await showSigningSecret(context, secret, ref.name);
};

/** Shows the form until the resource is created or the user gives up (undefined). Retains entered values. */
async function createFromForm(
  context: ResourcesContext,
  collection: ResourceRef,
): Promise<CreatedResource | undefined> {
  const { services } = context;
  const noun = l10n.t(kindRow(collection.kind).noun.message);
  const rows = FORMS[collection.kind]?.(context);
  const fill: typeof fillForm = rows
    ? (_context, at, before) => fillRows(rows, context, at, before)
    : fillForm;
  let filled = await fill(context, collection);
  while (filled) {
    const { body, id } = filled;
    try {
      return await context.activity.run(l10n.t('Creating {0}', noun), async (task) => {
        const made = await makeResource({ ...services }, collection, body, id, task.signal);
        task.conclude(l10n.t('Created {0}', noun));
        return made;
      });
    } catch (error) {
      if (CancelledError.is(error)) throw error;
      filled = await askAgain(context, fill, collection, filled, error);
    }
  }
  return undefined;
}

/** Shows the error and offers the form again. Undefined if the user gives up. */
async function askAgain(
  context: ResourcesContext,
  fill: typeof fillForm,
  collection: ResourceRef,
  filled: FormResult,
  error: unknown,
): Promise<FormResult | undefined> {
  const { prompts } = context;
  const isTaken = error instanceof DocumentError;
  const hint = error instanceof AppError ? error.hint : undefined;
  const change = {
    label: isTaken ? l10n.t('Choose another ID') : l10n.t('Edit your input'),
    ...(isTaken && hint !== undefined && { detail: hint }),
    icon: 'edit',
    value: 'change',
  } as const;
  const retry = {
    label: l10n.t('Try again'),
    ...(hint !== undefined && { detail: hint }),
    icon: 'refresh',
    value: 'retry',
  } as const;
  const choice = await prompts.pick(
    { title: l10n.t('Not created: {0}', errorMessage(error)) },
    isTaken ? [change] : [change, retry],
  );
  if (choice === 'retry') return filled;
  if (choice !== 'change') return undefined;
  return await fill(context, collection, filled, isTaken ? 'id' : 'all');
}

/** Returns the default if there's no target: the first creatable top-level kind. */
function firstCollection({ services }: ResourcesContext): ResourceRef {
  const connection = requireConnected(services.connections.active);
  for (const kind of childKinds()) {
    const found = topCollection(kind, connection);
    if (found && kindRow(kind).template) return found;
  }
  throw new CancelledError();
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
async function fillForm(
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
