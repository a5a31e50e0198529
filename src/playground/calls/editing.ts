import type { Protocol } from '../../webview/rpc';
import { flag, integer, object, oneOf, text } from '../../webview/shape';
import { MAX_PROMPT } from '../limits';

/** Most candidates of one answer that a panel can ask for; the service makes far fewer. */
const MAX_CANDIDATES = 1000;

const turn = text(64);
const words = text(MAX_PROMPT);

/** Changes of the turns. */
export const editingCalls = {
  /**
   * Gives a turn another text; what it holds besides stays. With `ask` what follows goes, and an answer is
   * asked for. Answers whether that was done: the user may have taken it back.
   */
  editTurn: { input: object({ turn, text: words, ask: flag }) },
  /** Puts a message of either side before or after a turn. */
  insertTurn: {
    input: object({
      turn,
      place: oneOf('before', 'after'),
      role: oneOf('user', 'model'),
      text: words,
    }),
  },
  /** Takes another candidate of an answer. */
  chooseCandidate: { input: object({ turn, index: integer(0, MAX_CANDIDATES) }) },
  /** Takes the last change of the turns back, or makes the one again that was taken back last. */
  undo: { input: object({ redo: flag }) },
} as const satisfies Protocol['calls'];
