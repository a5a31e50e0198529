import type { ModelTurn } from '../../conversation';
import type { SessionAccess } from '../sessionAccess';

/** Sends the kept results of the functions that an answer calls, where all have one and the user wants that. */
export async function autoRespond(_session: SessionAccess, _answer: ModelTurn): Promise<void> {
  await Promise.resolve();
}
