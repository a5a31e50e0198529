import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { isObject, items, textAt } from '../../base/json';
import { listVersion } from '../../catalog/kindOperations';
import type { KindId } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { requireConnected } from '../../platform/errors';
import type { Conversation } from '../../conversation/model/conversation';
import { toolFields, withField } from '../../conversation/model/requestFields';
import type { PanelDeps } from './panelDeps';
import { chatStores } from '../../conversation/request/searchedStores';

const TOOL = 'fileSearch';
const NAMES = 'fileSearchStoreNames';
/** Stores that are looked into for the keys of their documents. */
const MOST_STORES = 5;

/**
 * Lets the user choose the stores that a conversation searches in, among those of its connection. Throws what the
 * service answers, and `AppError` (`noStore`) where there are none.
 */
export async function pickStores({ session, prompts }: PanelDeps): Promise<void> {
  const { models } = session.services;
  const stores = await models.listed(collection(session, 'fileSearchStore', ''));
  if (stores.length === 0) {
    throw new AppError('noStore', l10n.t('There are no file search stores here.'), {
      hint: l10n.t('Create one in the Resources view.'),
    });
  }
  const before = chatStores(session.conversation);
  const rows = stores.map((store) => {
    const value = textAt(store, 'name');
    const label = textAt(store, 'displayName') || value;
    return { label, detail: value, value, checked: before.includes(value) };
  });
  const title = l10n.t('Search in Files');
  const placeholder = l10n.t('Choose the stores to search in');
  const chosen = await prompts.pickMany({ title, placeholder }, rows);
  if (chosen) session.change((head) => withStores(head, chosen));
}

/** Keys of the metadata of documents in the stores that a conversation searches in; none where that can't be known. */
export async function metadataKeys(
  { session }: PanelDeps,
  most: number,
): Promise<readonly string[]> {
  const { models, log } = session.services;
  const keys = new Set<string>();
  try {
    for (const store of chatStores(session.conversation).slice(0, MOST_STORES)) {
      const documents = await models.beginning(collection(session, 'fileSearchDocument', store));
      for (const entry of documents.flatMap(({ customMetadata }) => items(customMetadata))) {
        if (isObject(entry) && keys.size < most) keys.add(textAt(entry, 'key'));
      }
    }
  } catch (error) {
    log.warn(`fileSearch: ${errorMessage(error)}`);
  }
  return [...keys].sort();
}

function collection({ target }: PanelDeps['session'], kind: KindId, name: string): ResourceRef {
  const connection = requireConnected(target.connection);
  const version = listVersion(kind, target.version) ?? target.version;
  return { connection, version, kind, name, collection: true };
}

/** What else is set about the search stays, as long as there is a store to search in. */
function withStores(head: Conversation, names: readonly string[]): Conversation {
  const { requests = {}, ...settings } = head.settings;
  const { chat = {} } = requests;
  const before = toolFields.read(chat, TOOL);
  const tool = withField(isObject(before) ? before : {}, NAMES, [...names]);
  const next: JsonObject = toolFields.write(chat, TOOL, names.length === 0 ? undefined : tool);
  return { ...head, settings: { ...settings, requests: { ...requests, chat: next } } };
}
