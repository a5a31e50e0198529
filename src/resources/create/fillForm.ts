import { isObject, items, textAt } from '../../base/json';
import { lengthOf, mostOf } from '../../api/schema/limits';
import { findMessage, findType, isEnum } from '../../api/schema/messages';
import { type FieldRow, type JsonObject, type JsonValue, requiredIn } from '../../api/schema/row';
import { holdsIn } from '../../api/versions';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Services } from '../../service/services';
import { askForMetadata } from '../../platform/metadataForm';
import { runWizard, type WizardStep } from '../../platform/wizard';
import type { ResourcesContext } from '../context';

/** What a form was filled in with. */
export interface Filled {
  readonly body: JsonObject;
  /** The id that was chosen; absent where the service chooses. */
  readonly id?: string;
}

type FormContext = Pick<ResourcesContext, 'prompts' | 'l10n'>;
/** What a form is asked with; models are looked up for those fields that name one. */
type FillContext = FormContext & { readonly services: Pick<Services, 'store' | 'connections'> };

/** What is known while it is asked; an empty id is the service's choice. */
interface Answers {
  readonly body: JsonObject;
  readonly id: string;
}

/**
 * Asks for the fields of a new resource, as its message has them, then for its id, with a way back. Undefined where
 * it was dismissed.
 * @param before what was filled in the last time; the questions begin with it.
 * @param asks only for the id where nothing else is in question.
 */
export async function fillForm(
  context: FillContext,
  { connection, kind, version }: ResourceRef,
  before: Filled = { body: {} },
  asks: 'all' | 'id' = 'all',
): Promise<Filled | undefined> {
  const { prompts, l10n } = context;
  const { message, noun, id: ids, models = {} } = kindRow(kind);
  const fields = Object.entries(findMessage(message)?.fields ?? {});
  const asked = fields.filter(
    ([name, field]) => name !== 'name' && !field.outputOnly && holdsIn(field.versions, version),
  );
  const title = l10n.t('New {0}', l10n.t(noun.message));
  const steps = asked.map(([name, field]): WizardStep<Answers> => ({
    isAsked: () => asks === 'all',
    async ask(stepPrompts, { body }) {
      const isRequired = requiredIn(field, version);
      const step = { title, isRequired, before: body[name] };
      const method = models[name];
      const value = method
        ? await askForModel({ ...context, prompts: stepPrompts }, connection, method, step)
        : await askForField({ prompts: stepPrompts, l10n }, name, field, step);
      if (value === undefined) return undefined;
      const { [name]: _, ...others } = body;
      // What was left empty is left out.
      const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
      return { body: isEmpty ? others : { ...others, [name]: value } };
    },
  }));
  const first: Answers = { body: before.body, id: before.id ?? '' };
  const filled = await runWizard<Answers>(prompts, first, [
    ...steps,
    {
      isAsked: () => ids !== undefined,
      async ask(stepPrompts, answers) {
        const step = { title, isRequired: false, before: answers.id };
        const id = await askForId({ prompts: stepPrompts, l10n }, ids, step);
        return id === undefined ? undefined : { id };
      },
    },
  ]);
  if (!filled) return undefined;
  const { body, id } = filled;
  return id === '' ? { body } : { body, id };
}

async function askForField(
  context: FormContext,
  name: string,
  field: FieldRow,
  step: Step,
): Promise<JsonValue | undefined> {
  const type = findType(field.type);
  if (type && isEnum(type)) return await askForEnum(context, name, Object.keys(type.values), step);
  if (field.type === 'CustomMetadata') {
    const most = field.limits?.maxItems ?? Number.POSITIVE_INFINITY;
    return await askForMetadata(context, { ...step, most, mostValues: MOST_VALUES });
  }
  if (!type) return await askForText(context, name, field, step);
  // A message around one value, such as the data of a chunk.
  const { fields = {} } = findMessage(field.type) ?? {};
  const [[inner, only] = ['', undefined]] = Object.entries(fields);
  if (!only) return {};
  const known = isObject(step.before) ? step.before[inner] : undefined;
  const value = await askForText(context, name, only, { ...step, before: known });
  return value === undefined || value === '' ? value : { [inner]: value };
}

/** Asks for a model that can do something; an empty answer leaves the choice to the service. */
async function askForModel(
  { prompts, l10n, services }: FillContext,
  connection: string,
  method: string,
  { title, before }: Step,
): Promise<string | undefined> {
  const active = services.connections.find(connection);
  const collection = active && topCollection('model', active);
  const gone = new AbortController();
  const byDefault = {
    label: l10n.t('The service’s own choice'),
    icon: 'sparkle',
    value: '',
    active: before === undefined,
  };
  const listed = collection
    ? services.store.loadAll(collection, { signal: gone.signal }).then(({ items: all }) => all)
    : Promise.resolve([]);
  const rows = listed.then((all) => [
    byDefault,
    ...all
      .filter((one) => items(one.supportedGenerationMethods).includes(method))
      .map((one) => ({
        label: kindRow('model').label(one),
        description: textAt(one, 'name'),
        icon: kindRow('model').icon,
        value: textAt(one, 'name'),
        active: before === one.name,
      })),
  ]);
  try {
    return await prompts.pick({ title, placeholder: l10n.t('Embedding model') }, rows);
  } finally {
    gone.abort();
  }
}

async function askForId(
  { prompts, l10n }: FormContext,
  pattern: string | undefined,
  { title, before }: Step,
): Promise<string | undefined> {
  const isId = new RegExp(`^(?:${pattern ?? '.+'})$`);
  return await prompts.input({
    title,
    prompt: l10n.t('Id, the last part of its name. Leave it empty to let the service choose.'),
    placeholder: l10n.t('Chosen by the service'),
    ...(typeof before === 'string' && { value: before }),
    validate: (value) =>
      value === '' || isId.test(value)
        ? undefined
        : l10n.t('An id has at most 40 of a to z, 0 to 9 and inner dashes.'),
  });
}

const MOST_VALUES = mostOf('StringList', 'values');

/** A question of a form. */
interface Step {
  readonly title: string;
  /** Whether an empty answer is none. */
  readonly isRequired: boolean;
  /** What was answered the last time. */
  readonly before?: JsonValue | undefined;
}

/** Asks for a text; what its documents allow is checked while it is typed. Undefined where it was dismissed. */
async function askForText(
  { prompts, l10n }: FormContext,
  name: string,
  { doc, limits }: FieldRow,
  { title, isRequired, before }: Step,
): Promise<string | undefined> {
  const longest = limits?.maxLength ?? Number.POSITIVE_INFINITY;
  const optional = isRequired ? '' : l10n.t('May be left empty.');
  return await prompts.input({
    title,
    ...(typeof before === 'string' && { value: before }),
    prompt: [`${wordsOf(name)}.`, doc, optional].filter(Boolean).join(' '),
    validate: (value) => {
      if (isRequired && value.trim() === '') return l10n.t('It is required.');
      return lengthOf(value, longest) > longest
        ? l10n.t('At most {0} characters.', longest)
        : undefined;
    },
  });
}

/** Asks for one of the values of an enumeration. */
async function askForEnum(
  { prompts }: FormContext,
  name: string,
  values: readonly string[],
  { title, before }: Step,
): Promise<string | undefined> {
  const meant = values.filter((value) => !value.endsWith('_UNSPECIFIED'));
  const items = meant.map((value) => ({ label: value, value, active: value === before }));
  return await prompts.pick({ title, placeholder: wordsOf(name) }, items);
}

/** `displayName` → `Display name` */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
