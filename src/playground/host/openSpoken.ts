import { toInteraction } from '../../api/interactions/generateContent/convert';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { VERSIONS } from '../../api/versions';
import { isObject, items } from '../../base/json';
import type { Conversation, Turn } from '../../conversation/model/conversation';
import { withModeRequest } from '../../conversation/model/modeRequest';
import { newId } from '../../conversation/store/conversationFile';
import { newConversation } from '../../conversation/store/transcript';

/** What a model was asked and what it has said, from elsewhere. */
export interface Spoken {
  readonly title: string;
  readonly mode: 'chat' | 'interaction';
  /** Resource name. */
  readonly model: string;
  /** As generateContent takes it. */
  readonly request: JsonObject;
  /** Parts of the answer; none where there is none. */
  readonly parts: readonly JsonObject[];
}

/** What was said as a conversation. @param now in milliseconds since 1970. */
export function spokenConversation(
  { title, mode, model, request, parts }: Spoken,
  connection: string,
  now: number,
): Conversation {
  const { contents, ...rest } = request;
  const asked = items(contents).filter(isObject) as readonly Message<'Content'>[];
  const answered = { role: 'model', parts } as Message<'Content'>;
  const all = parts.length > 0 ? [...asked, answered] : asked;
  const settings =
    mode === 'chat'
      ? withModeRequest({}, 'chat', rest)
      : withModeRequest({}, 'interaction', interactionFields(rest, model));
  return {
    ...newConversation({ connection, model, settings }, now),
    ...{ title, named: true },
    ...(mode === 'interaction' && { mode }),
    turns: all.map((content) => turnOf(content, model, mode)),
  };
}

function interactionFields(request: JsonObject, model: string): JsonObject {
  const { model: _model, input: _input, ...fields } = toInteraction(request, model).body;
  return fields;
}

function turnOf(content: Message<'Content'>, model: string, mode: Spoken['mode']): Turn {
  const id = newId();
  if (content.role !== 'model') return { id, role: 'user', content };
  return {
    ...{ id, role: 'model', content, model, version: VERSIONS[0] },
    ...(mode === 'interaction' && { mode }),
    outcome: { verdict: 'complete', durationMs: 0 },
  };
}
