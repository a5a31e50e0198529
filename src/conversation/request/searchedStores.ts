import { isObject, items } from '../../base/json';
import { type Conversation, DEFAULT_MODE } from '../model/conversation';
import { settingsModeOf } from '../model/modes';
import type { SearchedStore } from '../model/protocol';
import { objectsOf, toolFields } from '../model/requestFields';

/** The file search stores that a chat searches in, by its settings. */
export function chatStores({ settings }: Pick<Conversation, 'settings'>): readonly string[] {
  const tool = toolFields.read(settings.requests?.chat ?? {}, 'fileSearch');
  return isObject(tool) ? namesIn(tool.fileSearchStoreNames) : [];
}

/**
 * The stores that the next message is answered with.
 * @param unsent paths of the fields that are not sent.
 * @param titleOf what a store is called; undefined where that is not known.
 */
export function searchedStores(
  { settings, mode }: Pick<Conversation, 'settings' | 'mode'>,
  unsent: readonly string[],
  titleOf: (name: string) => string | undefined,
): readonly SearchedStore[] {
  const held = ['tools', 'tools.fileSearch', 'tools.file_search'];
  if (unsent.some((path) => held.includes(path))) return [];
  const names = namesOf({ settings }, settingsModeOf(mode ?? DEFAULT_MODE));
  return [...new Set(names)].map((name) => ({
    name,
    title: titleOf(name) ?? name.split('/').at(-1) ?? name,
  }));
}

function namesOf(
  head: Pick<Conversation, 'settings'>,
  mode: ReturnType<typeof settingsModeOf>,
): readonly string[] {
  if (mode === 'chat') return chatStores(head);
  if (mode !== 'interaction') return [];
  return objectsOf(head.settings.requests?.interaction?.tools)
    .filter(({ type }) => type === 'file_search')
    .flatMap((tool) => namesIn(tool.file_search_store_names));
}

function namesIn(value: unknown): readonly string[] {
  return items(value).filter((name) => typeof name === 'string');
}
