import { operationRow } from '../../api/operations';
import { isServed, VERSIONS } from '../../api/versions';
import type { ResourceRef } from '../../catalog/ref';
import type { NewConversations } from '../../catalog/settings';
import type { Connection } from '../../service/connection';
import type { Conversation, PlaygroundMode } from '../model/conversation';
import type { Keeping } from './keeping';
import { isTunedModel } from '../request/modelFacts';
import { versionOf } from '../request/resolveTarget';
import type { SessionServices } from './context';
import type { Beginning } from '../store/transcript';
import { toolFields } from '../model/requestFields';

/**
 * What a new conversation asks for; undefined for a chat. Interactions are there in some versions only, and not for
 * models that users made; and settings that were kept for chats would do nothing in one.
 */
export function newMode(
  beginning: Beginning,
  connection: Connection | undefined,
  wanted: NewConversations,
  keeping: Pick<Keeping, 'lacks'>,
): PlaygroundMode | undefined {
  if (wanted !== 'interaction' || isTunedModel(beginning.model)) return undefined;
  const { chat = {}, interaction = {} } = beginning.settings.requests ?? {};
  const isOfChats = Object.keys(chat).length > 0 && Object.keys(interaction).length === 0;
  const version = beginning.version ?? connection?.apiVersion ?? VERSIONS[0];
  const isThere = isServed(operationRow('interactions.create'), version);
  const isMissing = keeping.lacks(beginning.connection);
  return isThere && !isMissing && !isOfChats ? 'interaction' : undefined;
}

/**
 * What a new conversation begins with: a model where one is named, else the one that chatted last, and the settings kept
 * for new ones.
 */
export async function beginningOf(
  {
    connections,
    keptSettings,
    lastUsed,
  }: Pick<SessionServices, 'connections' | 'keptSettings' | 'lastUsed'>,
  target: ResourceRef | undefined,
): Promise<Beginning> {
  const [last, settings] = await Promise.all([lastUsed.load(), keptSettings.load()]);
  const connection = connections.find(target?.connection ?? '') ?? connections.active;
  const id = connection?.id ?? '';
  if (target && !target.collection) {
    const { name, version } = target;
    const isDefault = versionOf({}, connection) === version;
    return { connection: id, model: name, settings, ...(!isDefault && { version }) };
  }
  // Another connection may not have that model; then one of its own is chosen.
  const defaults: Beginning =
    last?.connection === id ? { ...last, settings } : { connection: id, model: '', settings };
  if (!target || versionOf(defaults, connection) === target.version) return defaults;
  return { ...defaults, version: target.version };
}

// What a conversation begins with that was opened on a row of the resources. What else its requests have stays.

/** A conversation that searches in a store. */
export function withStore({ settings, ...head }: Conversation, store: string): Conversation {
  const { requests } = settings;
  const chat = toolFields.write(requests?.chat ?? {}, 'fileSearch', {
    fileSearchStoreNames: [store],
  });
  return { ...head, settings: { ...settings, requests: { ...requests, chat } } };
}

/** A conversation that an agent answers in place of a model. */
export function withAgent({ settings, ...head }: Conversation, agent: string): Conversation {
  const { requests } = settings;
  const interaction = { ...requests?.interaction, agent };
  return { ...head, settings: { ...settings, requests: { ...requests, interaction } } };
}
