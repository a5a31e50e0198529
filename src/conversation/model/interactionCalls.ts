import type { JsonObject } from '../../api/schema/row';
import { call, type Calls } from '../../webview/rpc';
import { flag, integer, nullable, object, type Shape, text } from '../../webview/shape';
import { turnId } from './calls';

/** Steps of one answer: more than any agent takes. */
const MOST_STEPS = 1_000_000;

const typed = object({ event_type: text(64) });

/** An event of a stream as the service sent it: unknown members stay. */
export const stepEvent: Shape<JsonObject> = {
  parse(value, path) {
    typed.parse(value, path);
    return value as JsonObject;
  },
};

/** Interactions: what the service keeps of them, and the branches of a conversation. */
export const interactionCalls = {
  /** Whether the service keeps interactions of this connection from now on. */
  setStored: call(object({ stored: flag })),
  /**
   * Goes on from a turn on another way: what follows it stays as a branch. With a `step`, the place of one in its
   * answer, only what came up to that one is taken along. Answers whether anything changed.
   */
  branchFrom: call(object({ turn: turnId, step: nullable(integer(0, MOST_STEPS)) }), flag),
  /** Shows the way that leads through the turns of a branch, by the id of its first turn. */
  showBranch: call(object({ branch: text(64) })),
  /** Deletes the copy of an answer that the service keeps, after a question. Answers whether that was done. */
  deleteInteraction: call(object({ turn: turnId }), flag),
} satisfies Calls;
