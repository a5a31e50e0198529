import * as l10n from '@vscode/l10n';
import { isObject, items, textAt } from '../../base/json';
import { maxItems, textLength } from '../../api/schema/limits';
import { findMessage, findType, isEnum, isUnion } from '../../api/schema/messages';
import type { EnumRow, FieldRow, JsonValue, UnionRow } from '../../api/schema/row';
import { formsOf } from '../../api/schema/union';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { Services } from '../../service/services';
import { askForMetadata } from '../../platform/questions';
import type { ResourcesContext } from '../context';

export type FormContext = Pick<ResourcesContext, 'prompts'>;

const MAX_VALUES = maxItems('StringList', 'values');

export interface Step {
  readonly title: string;
  readonly isRequired: boolean;
  readonly before?: JsonValue | undefined;
  readonly offered?: readonly string[] | undefined;
}

export async function askForField(
  context: FormContext,
  name: string,
  field: FieldRow,
  step: Step,
): Promise<JsonValue | undefined> {
  const type = findType(field.type);
  const isMany = type && (isUnion(type) || (isEnum(type) && field.repeated === true));
  if (isMany) return await askForMany(context, name, type, step);
  if (type && isEnum(type)) return await askForEnum(context, name, Object.keys(type.values), step);
  if (field.type === 'CustomMetadata') {
    const most = field.limits?.maxItems ?? Number.POSITIVE_INFINITY;
    return await askForMetadata(context, { ...step, most, mostValues: MAX_VALUES });
  }
  if (!type && step.offered) return await askForChoice(context, name, field, step);
  if (!type && field.repeated) return await askForTexts(context, name, field, step);
  if (!type) return await askForText(context, name, field, step);
  // A message that wraps one value, such as a chunk's data.
  const { fields = {} } = findMessage(field.type) ?? {};
  const [[inner, only] = ['', undefined]] = Object.entries(fields);
  if (!only) return {};
  const known = isObject(step.before) ? step.before[inner] : undefined;
  const value = await askForText(context, name, only, { ...step, before: known });
  return value === undefined || value === '' ? value : { [inner]: value };
}

/** Asks for a model with a capability; empty for the server's default. */
export async function askForModel(
  {
    prompts,
    services,
  }: FormContext & { readonly services: Pick<Services, 'store' | 'connections'> },
  connection: string,
  method: string,
  { title, before }: Step,
): Promise<string | undefined> {
  const active = services.connections.find(connection);
  const collection = active && topCollection('model', active);
  const gone = new AbortController();
  const byDefault = {
    label: l10n.t('Default model'),
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

/** Asks for a text, validated against documented limits. Undefined if dismissed. */
async function askForText(
  { prompts }: FormContext,
  name: string,
  { doc, limits, secret }: FieldRow,
  { title, isRequired, before }: Step,
): Promise<string | undefined> {
  const longest = limits?.maxLength ?? Number.POSITIVE_INFINITY;
  const optional = isRequired ? '' : l10n.t('Optional.');
  return await prompts.input({
    title,
    ...(secret && { password: true }),
    ...(typeof before === 'string' && { value: before }),
    prompt: [`${wordsOf(name)}.`, doc, optional].filter(Boolean).join(' '),
    validate: (value) => {
      if (isRequired && value.trim() === '') return l10n.t('A value is required.');
      return textLength(value, longest) > longest
        ? l10n.t('Enter up to {0} characters.', longest)
        : undefined;
    },
  });
}

async function askForTexts(
  context: FormContext,
  name: string,
  field: FieldRow,
  step: Step,
): Promise<readonly string[] | undefined> {
  const doc = [field.doc, l10n.t('Separate items with commas.')].filter(Boolean).join(' ');
  const before = items(step.before).join(', ');
  const text = await askForText(context, name, { ...field, doc }, { ...step, before });
  return text?.split(/[\s,]+/).filter(Boolean);
}

async function askForMany(
  { prompts }: FormContext,
  name: string,
  row: UnionRow | EnumRow,
  { title, before, offered }: Step,
): Promise<readonly JsonValue[] | undefined> {
  const known = items(before).map((one) => JSON.stringify(one));
  const rows = choicesOf(row, offered).map(({ label, value }) => {
    return { label, value, checked: known.includes(JSON.stringify(value)) };
  });
  const placeholder = l10n.t('{0}: select any number of items', wordsOf(name));
  return await prompts.pickMany({ title, placeholder }, rows);
}

function choicesOf(
  row: UnionRow | EnumRow,
  offered: readonly string[] = [],
): readonly { readonly label: string; readonly value: JsonValue }[] {
  if (isEnum(row)) return Object.keys(row.values).map((value) => ({ label: value, value }));
  const { by = '' } = row;
  if (offered.length > 0) return offered.map((word) => ({ label: word, value: { [by]: word } }));
  const words = formsOf(row).flatMap(({ type }) => {
    const one = findType(type);
    return one && isEnum(one) ? Object.keys(one.values) : [];
  });
  return [...new Set(words)].map((value) => ({ label: value, value }));
}

/** Prompts for a listed value or a custom value, because the API may accept more values. */
async function askForChoice(
  context: FormContext,
  name: string,
  field: FieldRow,
  step: Step,
): Promise<JsonValue | undefined> {
  const { prompts } = context;
  const other = { label: l10n.t('Other value…'), icon: 'edit', value: '' };
  const rows = (step.offered ?? []).map((value) => {
    return { label: value, value, active: value === step.before };
  });
  const placeholder = wordsOf(name);
  const chosen = await prompts.pick({ title: step.title, placeholder }, [...rows, other]);
  return chosen === '' ? await askForText(context, name, field, step) : chosen;
}

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

/** Formats `displayName` or `display_name` as `Display name`. */
export function wordsOf(name: string): string {
  const words = name.replaceAll(/_|[A-Z]/g, (letter) =>
    ` ${letter.toLowerCase()}`.replace('_', ''),
  );
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** A form field. For a union, also has the discriminator value of the field's type. */
export interface FormField {
  readonly name: string;
  readonly field: FieldRow;
  readonly when?: { readonly by: string; readonly word: string };
}

export function formFields(message: string): readonly FormField[] {
  const type = findType(message);
  if (!type || !isUnion(type)) {
    return Object.entries(findMessage(message)?.fields ?? {}).map(([name, field]) => ({
      name,
      field,
    }));
  }
  const { by = '' } = type;
  return formsOf(type).flatMap((one) => {
    const fields = formFields(one.type);
    const word = fields.find(({ name }) => name === by)?.field.const ?? '';
    return fields.map((field) => ({ ...field, when: { by, word } }));
  });
}
