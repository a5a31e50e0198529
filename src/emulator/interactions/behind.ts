import type { JsonObject } from '../../api/schema/row';
import type { Call } from '../call';
import { nameIn } from '../records';
import type { World } from '../world';
import { asOfAgent } from './agents/agents';
import { inputSteps, turnsOf } from './contents';
import { requestOf } from './request';
import { conversationTo, findInteraction } from './store';

/** What an interaction asks, as `generateContent` would be asked the whole conversation, and of which model or agent. */
export function requestBehind(
  call: Call,
  world: World,
): { readonly model: string; readonly request: JsonObject } {
  const asked = asOfAgent(world, call.body);
  const { previous_interaction_id: id = '', model = asked.agent ?? '' } = asked;
  const previous = id === '' ? undefined : findInteraction(world, nameIn('', 'interactions', id));
  const before = previous ? conversationTo(world, previous) : [];
  const request = requestOf(asked, turnsOf([...before, ...inputSteps(asked.input)]));
  return { model, request };
}
