import { findType, isEnum } from '../../api/schema/messages';
import { requiredIn, type FieldRow, type JsonObject, type JsonValue } from '../../api/schema/row';
import { holdsIn } from '../../api/versions';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Room } from '../room';
import { askForEnum, askForMetadata, askForText, type Step } from './formSteps';

/** What a form was filled in with. */
export interface Filled {
  readonly body: JsonObject;
  /** The id that was chosen; absent where the service chooses. */
  readonly id?: string;
}

type FormRoom = Pick<Room, 'prompts' | 'l10n'>;

/** Asks for the fields of a new resource, as its message has them, then for its id. Undefined where it was dismissed. */
export async function fillForm(
  room: FormRoom,
  { kind, version }: ResourceRef,
): Promise<Filled | undefined> {
  const { l10n } = room;
  const { message, noun, id: ids } = kindRow(kind);
  const row = findType(message);
  const fields = row && !isEnum(row) ? Object.entries(row.fields) : [];
  const asked = fields.filter(
    ([name, field]) => name !== 'name' && !field.outputOnly && holdsIn(field.versions, version),
  );
  const title = (number: number): string =>
    l10n.t('New {0} ({1} of {2})', l10n.t(noun.message), number, asked.length + 1);
  const body: { [name: string]: JsonValue } = {};
  for (const [index, [name, field]] of asked.entries()) {
    const isRequired = requiredIn(field, version);
    const value = await askForField(room, name, field, { title: title(index + 1), isRequired });
    if (value === undefined) return undefined;
    // What was left empty is left out.
    if (value !== '' && !(Array.isArray(value) && value.length === 0)) body[name] = value;
  }
  const step = { title: title(asked.length + 1), isRequired: false };
  const id = await askForId(room, ids, step);
  if (id === undefined) return undefined;
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
  const value = await askForText(room, name, only, step);
  return value === undefined || value === '' ? value : { [inner]: value };
}

async function askForId(
  { prompts, l10n }: FormRoom,
  pattern: string | undefined,
  { title }: Step,
): Promise<string | undefined> {
  const isId = new RegExp(`^(?:${pattern ?? '.+'})$`);
  return await prompts.input({
    title,
    prompt: l10n.t('Id, the last part of its name. Leave it empty to let the service choose.'),
    placeholder: l10n.t('Chosen by the service'),
    validate: (value) =>
      value === '' || isId.test(value)
        ? undefined
        : l10n.t('An id has at most 40 of a to z, 0 to 9 and inner dashes.'),
  });
}
