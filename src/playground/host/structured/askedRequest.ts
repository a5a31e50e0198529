import { settingsModeOf } from '../../modes';
import type { JsonObject } from '../../../api/schema/row';
import { type Conversation, type ModelTurn } from '../../conversation';

/** The request of an answer, or what the settings make of it where the turn has none: it was large, or went on. */
export function askedRequest(
  { sent, mode }: ModelTurn,
  { settings }: Conversation,
): JsonObject | undefined {
  return sent ?? (settingsModeOf(mode) === 'chat' ? settings.requests?.chat : undefined);
}
