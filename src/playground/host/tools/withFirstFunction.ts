import type { Conversation } from '../../conversation';
import { toolFields } from '../../requestFields';

const LIST = 'functionDeclarations';

/** A function to begin with: what it is called, what it is for, and what it takes. */
const FIRST = {
  name: 'get_weather',
  description: 'Tells the weather of a city.',
  parameters: {
    type: 'OBJECT',
    properties: {
      city: { type: 'STRING', description: 'Name of the city, such as Rome.' },
      unit: { type: 'STRING', enum: ['celsius', 'fahrenheit'] },
    },
    required: ['city'],
  },
};

/** The conversation with a function to be changed, where it declares none. */
export function withFirstFunction(conversation: Conversation): Conversation {
  const { settings } = conversation;
  const chat = settings.requests?.chat ?? {};
  if (toolFields.read(chat, LIST) !== undefined) return conversation;
  const requests = { ...settings.requests, chat: toolFields.write(chat, LIST, [FIRST]) };
  return { ...conversation, settings: { ...settings, requests } };
}
