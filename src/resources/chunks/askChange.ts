import type { JsonObject } from '../../api/schema/row';
import type { Room } from '../room';
import { typeText } from './askMapping';
import type { Change } from './change';
import { isNumeric, type MetadataType } from './mapping';

type Kind = Change['kind'];

/** Asks what is to be changed in many chunks; undefined when dismissed. */
export async function askChange(room: Room, title: string): Promise<Change | undefined> {
  const { prompts, l10n } = room;
  const kind = await prompts.pick<Kind>({ title, placeholder: l10n.t('What to change') }, [
    { label: l10n.t('Set Metadata…'), icon: 'tag', value: 'set' },
    { label: l10n.t('Remove Metadata…'), icon: 'trash', value: 'remove' },
    { label: l10n.t('Replace Text…'), icon: 'replace-all', value: 'replace' },
  ]);
  if (kind === undefined) return undefined;
  if (kind === 'replace') return await askReplace(room, title);
  const key = await prompts.input({
    title,
    prompt: l10n.t('Key of the metadata'),
    validate: (value) => (value.trim() === '' ? l10n.t('Type a key.') : undefined),
  });
  if (key === undefined) return undefined;
  if (kind === 'remove') return { kind, key: key.trim() };
  const entry = await askEntry(room, title, key.trim());
  return entry && { kind, entry };
}

async function askReplace({ prompts, l10n }: Room, title: string): Promise<Change | undefined> {
  const find = await prompts.input({
    title,
    prompt: l10n.t('Text to look for, with the same capitals'),
    validate: (value) => (value === '' ? l10n.t('Type a text.') : undefined),
  });
  if (find === undefined) return undefined;
  const by = await prompts.input({ title, prompt: l10n.t('Text to put in its place') });
  return by === undefined ? undefined : { kind: 'replace', find, by };
}

async function askEntry(
  { prompts, l10n }: Room,
  title: string,
  key: string,
): Promise<JsonObject | undefined> {
  const types = (['text', 'number', 'list'] as const).map((value) => ({
    ...{ label: typeText(value, l10n), value },
  }));
  const type = await prompts.pick<MetadataType>(
    { title, placeholder: l10n.t('Type of the value') },
    types,
  );
  if (type === undefined) return undefined;
  const value = await prompts.input({
    title,
    prompt: type === 'list' ? l10n.t('Values, with commas between them') : l10n.t('Value'),
    validate(text) {
      if (text.trim() === '') return l10n.t('Type a value.');
      return type === 'number' && !isNumeric(text) ? l10n.t('Type a number.') : undefined;
    },
  });
  if (value === undefined) return undefined;
  if (type === 'number') return { key, numericValue: Number(value) };
  if (type === 'text') return { key, stringValue: value };
  const values = value.split(',').map((part) => part.trim());
  return { key, stringListValue: { values: values.filter((part) => part !== '') } };
}
