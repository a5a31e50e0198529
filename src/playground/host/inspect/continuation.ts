import type { Message } from '../../../api/schema/infer';
import type { Continuation, Conversation, ModelTurn } from '../../conversation';

type Content = Message<'Content'>;

type Asked = Pick<ModelTurn, 'model' | 'version' | 'mode' | 'sent'>;

/** What asks for the rest of an answer; `content` is what stands before it. */
export function continuationOf(
  { chosen = 0 }: ModelTurn,
  { parts = [] }: Content,
  asked: Asked,
): Continuation {
  return { parts: parts.length, length: parts.at(-1)?.text?.length ?? 0, chosen, ...asked };
}

/** What stood of a content before it was continued. */
export function beginningOf(content: Content, { parts, length }: Continuation): Content {
  const kept = (content.parts ?? []).slice(0, parts);
  const last = kept.at(-1);
  if (last?.text === undefined) return { ...content, parts: kept };
  return { ...content, parts: kept.with(-1, { ...last, text: last.text.slice(0, length) }) };
}

/** What an answer was asked with. */
export interface AskedWith extends Pick<ModelTurn, 'sent'> {
  /** As it was asked, with the settings of now. */
  readonly conversation: Conversation & Pick<ModelTurn, 'version'>;
  /** It asked for the rest of the answer that stands at its end. */
  readonly goOn: boolean;
}

/** What an answer was asked with; one that was continued, the last time. */
export function askedWith(conversation: Conversation, turn: ModelTurn): AskedWith {
  const { continuation, chosen = 0 } = turn;
  const last = continuation?.chosen === chosen ? continuation : undefined;
  const { model, version, mode, sent } = last ?? turn;
  const { mode: _now, ...rest } = conversation;
  const index = conversation.turns.findIndex(({ id }) => id === turn.id);
  const turns = conversation.turns.slice(0, Math.max(index, 0));
  if (last) {
    // How it ended is told of all of it, and was not known then.
    const { outcome: _, ...begun } = turn;
    turns.push({ ...begun, content: beginningOf(turn.content, last) });
  }
  return {
    conversation: { ...rest, model, version, turns, ...(mode && { mode }) },
    goOn: last !== undefined,
    ...(sent && { sent }),
  };
}
