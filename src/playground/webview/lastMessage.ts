import type { Turn } from '../conversation';
import { turnText } from '../turns';

/** Text of the user's last message; undefined where there is none. */
export function lastMessage(turns: readonly Turn[]): string | undefined {
  const last = turns.findLast((turn) => turn.role === 'user');
  return last && turnText(last);
}
