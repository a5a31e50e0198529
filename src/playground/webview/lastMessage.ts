import type { Turn } from '../conversation';
import { answerText } from './segments';

/** Text of the user's last message; undefined where there is none. */
export function lastMessage(turns: readonly Turn[]): string | undefined {
  const last = turns.findLast((turn) => turn.role === 'user');
  return last?.role === 'user' ? answerText(last.content.parts ?? [], last) : undefined;
}
