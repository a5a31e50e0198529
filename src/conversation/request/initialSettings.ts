import type { Conversation } from '../model/conversation';
import { toolFields } from '../model/requestFields';

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
