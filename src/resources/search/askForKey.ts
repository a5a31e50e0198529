import type { ResourceRef } from '../../catalog/ref';
import type { L10n } from '../../platform/l10n';
import type { PickItem } from '../../platform/prompts';
import type { Room } from '../room';
import { keyText, type Level } from './filter';
import { metadataKeys, type MetadataKey } from './metadataKeys';
import { typeName } from './operators';
import { levelsOf } from './searchRequest';

/** A key to filter by; of one that nobody has seen, the type is not known. */
export type ChosenKey = Pick<MetadataKey, 'level' | 'key'> & Partial<MetadataKey>;

/** Values that a row shows as examples. */
const EXAMPLES = 3;

/** Asks which metadata a condition is about: what was seen of it is offered, anything else is typed. */
export async function askForKey(room: Room, source: ResourceRef): Promise<ChosenKey | undefined> {
  const { l10n, prompts, services, searches } = room;
  const seen = metadataKeys(source, services.store, searches.outcome?.results);
  const known = seen.map((key): PickItem<ChosenKey | Level> => ({
    ...keyRow(key, l10n),
    value: key,
  }));
  const title = l10n.t('Condition: which metadata?');
  const other = levelsOf(source).map((level, index): PickItem<ChosenKey | Level> => ({
    label:
      level === 'document' ? l10n.t('Another key of documents…') : l10n.t('Another key of chunks…'),
    icon: 'edit',
    value: level,
    ...(index === 0 && known.length > 0 ? { separator: '' } : {}),
  }));
  const chosen =
    known.length === 0 && other.length === 1
      ? other[0]?.value
      : await prompts.pick({ title, placeholder: l10n.t('Key of the metadata') }, [
          ...known,
          ...other,
        ]);
  return typeof chosen === 'string' ? await typeKey(room, chosen) : chosen;
}

function keyRow(key: MetadataKey, l10n: L10n): Omit<PickItem<MetadataKey>, 'value'> {
  const examples = key.values.slice(0, EXAMPLES).join(', ');
  const type = typeName(key.type, l10n);
  return {
    label: keyText(key),
    description: examples === '' ? type : l10n.t('{0}, such as {1}', type, examples),
    icon: key.level === 'document' ? 'file-text' : 'symbol-string',
  };
}

async function typeKey({ l10n, prompts }: Room, level: Level): Promise<ChosenKey | undefined> {
  const typed = await prompts.input({
    title: l10n.t('Condition: which metadata?'),
    prompt:
      level === 'document'
        ? l10n.t('Key of a document’s metadata')
        : l10n.t('Key of a chunk’s metadata'),
    validate: (value) => (bareKey(value, level) === '' ? l10n.t('Enter a key.') : undefined),
  });
  return typed === undefined ? undefined : { level, key: bareKey(typed, level) };
}

/** Also takes the key as filters of the service have it, such as `chunk.custom_metadata.page`. */
function bareKey(typed: string, level: Level): string {
  const start = `${level}.custom_metadata.`;
  const key = typed.trim();
  return key.startsWith(start) ? key.slice(start.length) : key;
}
