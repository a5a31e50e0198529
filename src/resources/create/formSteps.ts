import { isObject, items, textAt } from '../../base/json';
import { lengthOf, mostOf } from '../../api/schema/limits';
import type { FieldRow, JsonObject, JsonValue } from '../../api/schema/row';
import type { Room } from '../room';

type FormRoom = Pick<Room, 'prompts' | 'l10n'>;

const MOST_VALUES = mostOf('StringList', 'values');

/** A question of a form. */
export interface Step {
  readonly title: string;
  /** Whether an empty answer is none. */
  readonly isRequired: boolean;
  /** What was answered the last time. */
  readonly before?: JsonValue | undefined;
}

/** Asks for a text; what its documents allow is checked while it is typed. Undefined where it was dismissed. */
export async function askForText(
  { prompts, l10n }: FormRoom,
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
export async function askForEnum(
  { prompts }: FormRoom,
  name: string,
  values: readonly string[],
  { title, before }: Step,
): Promise<string | undefined> {
  const meant = values.filter((value) => !value.endsWith('_UNSPECIFIED'));
  const items = meant.map((value) => ({ label: value, value, active: value === before }));
  return await prompts.pick({ title, placeholder: wordsOf(name) }, items);
}

/** Asks for keys with their values, one after the other, until there are no more. */
export async function askForMetadata(
  room: FormRoom,
  { limits }: FieldRow,
  { title, before }: Step,
): Promise<readonly JsonObject[] | undefined> {
  const { prompts, l10n } = room;
  const entries: JsonObject[] = items(before).filter(isObject);
  const most = limits?.maxItems ?? Number.POSITIVE_INFINITY;
  while (entries.length < most) {
    const keys = entries.map((entry) => textAt(entry, 'key')).join(', ');
    const kind = await prompts.pick(
      {
        title,
        placeholder: keys === '' ? l10n.t('Metadata, to filter by') : l10n.t('So far: {0}', keys),
      },
      [
        { label: l10n.t('Continue'), icon: 'arrow-right', value: 'done' },
        { label: l10n.t('Add a text'), icon: 'symbol-string', value: 'text', separator: '' },
        { label: l10n.t('Add a number'), icon: 'symbol-number', value: 'number' },
        { label: l10n.t('Add a list of texts'), icon: 'symbol-array', value: 'list' },
      ] as const,
    );
    if (kind === undefined) return undefined;
    if (kind === 'done') break;
    const entry = await askForEntry(room, kind, title);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** One key with its value; undefined where it was dismissed, which gives up nothing else. */
async function askForEntry(
  { prompts, l10n }: FormRoom,
  kind: 'text' | 'number' | 'list',
  title: string,
): Promise<JsonObject | undefined> {
  const needed = (value: string): string | undefined =>
    value.trim() === '' ? l10n.t('It is required.') : undefined;
  const key = await prompts.input({ title, prompt: l10n.t('Key'), validate: needed });
  if (key === undefined) return undefined;
  const isNumber = (value: string): boolean =>
    value.trim() !== '' && Number.isFinite(Number(value));
  const value = await prompts.input({
    title,
    prompt:
      kind === 'list' ? l10n.t('Values of {0}, with commas', key) : l10n.t('Value of {0}', key),
    validate: (text) => {
      if (kind === 'number' && !isNumber(text)) return l10n.t('It is not a number.');
      if (kind === 'list' && valuesOf(text).length > MOST_VALUES) {
        return l10n.t('At most {0} values.', MOST_VALUES);
      }
      return needed(text);
    },
  });
  if (value === undefined) return undefined;
  if (kind === 'text') return { key, stringValue: value };
  if (kind === 'number') return { key, numericValue: Number(value) };
  return { key, stringListValue: { values: valuesOf(value) } };
}

function valuesOf(text: string): readonly string[] {
  const values = text.split(',').map((one) => one.trim());
  return values.filter((one) => one !== '');
}

/** `displayName` → `Display name` */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
