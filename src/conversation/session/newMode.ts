import { operationRow } from '../../api/operations';
import { isAvailable, VERSIONS } from '../../api/versions';
import type { ResourceRef } from '../../catalog/ref';
import type { NewConversations } from '../../catalog/settings';
import type { Connection } from '../../service/connection';
import type { Conversation, PlaygroundMode } from '../model/conversation';
import type { StoragePolicy } from './storagePolicy';
import { isTunedModel } from '../request/modelFacts';
import { versionOf } from '../request/resolveTarget';
import type { SessionServices } from './context';
import type { InitialState } from '../store/transcript';
import { toolFields } from '../model/requestFields';

/**
 * Returns the mode of a new conversation; undefined for a chat. Without a preset, interactions need
 * a suitable version, no tuned model, and no saved chat settings.
 */
export function newMode(
  beginning: InitialState,
  connection: Connection | undefined,
  wanted: NewConversations,
  keeping: Pick<StoragePolicy, 'isUnsupported'>,
): PlaygroundMode | undefined {
  if (beginning.mode) return beginning.mode;
  if (wanted !== 'interaction' || isTunedModel(beginning.model)) return undefined;
  const { chat = {}, interaction = {} } = beginning.settings.requests ?? {};
  const isOfChats = Object.keys(chat).length > 0 && Object.keys(interaction).length === 0;
  const version = beginning.version ?? connection?.apiVersion ?? VERSIONS[0];
  const isThere = isAvailable(operationRow('interactions.create'), version);
  const isMissing = keeping.isUnsupported(beginning.connection);
  return isThere && !isMissing && !isOfChats ? 'interaction' : undefined;
}

/**
 * Returns the initial state of a conversation: the saved settings or a preset, and the named model,
 * the preset's, or the last used one. Only a preset sets the mode.
 */
export async function initialTurns(
  {
    connections,
    keptSettings,
    lastUsed,
  }: Pick<SessionServices, 'connections' | 'keptSettings' | 'lastUsed'>,
  target: ResourceRef | undefined,
): Promise<InitialState> {
  const [last, kept] = await Promise.all([lastUsed.load(), keptSettings.load()]);
  const { settings, model } = kept;
  const connection = connections.find(target?.connection ?? '') ?? connections.active;
  const id = connection?.id ?? '';
  if (target && !target.collection) {
    const { name, version } = target;
    const isDefault = versionOf({}, connection) === version;
    return { connection: id, model: name, settings, ...(!isDefault && { version }) };
  }
  // If the connection doesn't have the model, another one is selected later.
  const defaults: InitialState =
    model !== undefined
      ? { ...kept, connection: id, model }
      : last?.connection === id
        ? { ...last, settings }
        : { connection: id, model: '', settings };
  if (!target || versionOf(defaults, connection) === target.version) return defaults;
  return { ...defaults, version: target.version };
}

// For conversations opened from a resource; other request fields are unchanged.

export function withStore({ settings, ...head }: Conversation, store: string): Conversation {
  const { requests } = settings;
  const chat = toolFields.write(requests?.chat ?? {}, 'fileSearch', {
    fileSearchStoreNames: [store],
  });
  return { ...head, settings: { ...settings, requests: { ...requests, chat } } };
}

export function withAgent({ settings, ...head }: Conversation, agent: string): Conversation {
  const { requests } = settings;
  const interaction = { ...requests?.interaction, agent };
  return { ...head, settings: { ...settings, requests: { ...requests, interaction } } };
}
