import { isObject } from '../../base/json';
import { findType, isEnum } from '../../api/schema/messages';
import { requiredIn, type FieldRow, type JsonObject, type JsonValue } from '../../api/schema/row';
import { holdsIn } from '../../api/versions';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { runWizard, type WizardStep } from '../../platform/wizard';
import type { Room } from '../room';
import { askForEnum, askForMetadata, askForText, type Step } from './formSteps';

/** What a form was filled in with. */
export interface Filled {
  readonly body: JsonObject;
  /** The id that was chosen; absent where the service chooses. */
  readonly id?: string;
}

type FormRoom = Pick<Room, 'prompts' | 'l10n'>;

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
  { prompts, l10n }: FormRoom,
  { kind, version }: ResourceRef,
  before: Filled = { body: {} },
  asks: 'all' | 'id' = 'all',
): Promise<Filled | undefined> {
  const { message, noun, id: ids } = kindRow(kind);
  const row = findType(message);
  const fields = row && !isEnum(row) ? Object.entries(row.fields) : [];
  const asked = fields.filter(
    ([name, field]) => name !== 'name' && !field.outputOnly && holdsIn(field.versions, version),
  );
  const title = l10n.t('New {0}', l10n.t(noun.message));
  const steps = asked.map(([name, field]): WizardStep<Answers> => ({
    isAsked: () => asks === 'all',
    async ask(stepPrompts, { body }) {
      const isRequired = requiredIn(field, version);
      const step = { title, isRequired, before: body[name] };
      const value = await askForField({ prompts: stepPrompts, l10n }, name, field, step);
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
  room: FormRoom,
  name: string,
  field: FieldRow,
  step: Step,
): Promise<JsonValue | undefined> {
  const type = findType(field.type);
  if (type && isEnum(type)) return await askForEnum(room, name, Object.keys(type.values), step);
  if (field.type === 'CustomMetadata') return await askForMetadata(room, field, step);
  if (!type) return await askForText(room, name, field, step);
  // A message around one value, such as the data of a chunk.
  const [[inner, only] = ['', undefined]] = Object.entries(type.fields);
  if (!only) return {};
  const known = isObject(step.before) ? step.before[inner] : undefined;
  const value = await askForText(room, name, only, { ...step, before: known });
  return value === undefined || value === '' ? value : { [inner]: value };
}

async function askForId(
  { prompts, l10n }: FormRoom,
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
