import type { Conversation, ModelTurn } from '../../conversation';
import { turnText } from '../../turns';
import { withUserTurn, type AttachedParts } from '../transcript';

/**
 * The conversation with a message that asks for an answer in the right form. In English, as models understand
 * best. A single prompt is sent alone: there it holds what was asked and answered.
 */
export function withCorrection(conversation: Conversation, answer: ModelTurn): Conversation {
  const { mode, turns } = conversation;
  const asked = turns[turns.findIndex(({ id }) => id === answer.id) - 1];
  const isAlone = mode === 'prompt' && asked?.role === 'user';
  const { content, attached = [] } = isAlone ? asked : { content: {} };
  const again: AttachedParts = {
    parts: attached.flatMap(({ part }) => content.parts?.[part] ?? []),
    attached: attached.map((entry, part) => ({ ...entry, part })),
  };
  const text = [
    ...(isAlone ? [turnText(asked), '', 'You answered:', turnText(answer), ''] : []),
    'Your last answer does not have the form that was asked for:',
    ...(answer.schemaProblems ?? []).map((problem) => `- ${problem}`),
    '',
    'Answer again, with these mistakes corrected and everything else as it was.',
  ].join('\n');
  return withUserTurn(conversation, text, again);
}
