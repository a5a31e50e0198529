import type { Conversation, ModelTurn } from '../../conversation';

/** The answer with what differs from the schema that the conversation asks for. */
export function checkedAnswer(answer: ModelTurn, _conversation: Conversation): ModelTurn {
  return answer;
}
