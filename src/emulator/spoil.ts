import type { OperationRow } from '../api/operations/row';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { isObject } from '../api/schema/scalars';
import type { Version } from '../api/versions';
import type { Fault } from './faults';
import type { Reply } from './reply';

/** What a fault puts in place of an answer, before anything is checked or done; or nothing. */
export function insteadOf(
  fault: Fault,
  { row, version }: { readonly row: OperationRow; readonly version: Version },
): Reply | undefined {
  if (fault.refuse) {
    return { steps: [], accident: { kind: 'error', error: fault.refuse(row, version) } };
  }
  if (!fault.accident || fault.isDone || piecesBefore(fault, row) > 0) return undefined;
  return { steps: [], accident: fault.accident };
}

/** An answer as a fault leaves it. */
export function spoiled(reply: Reply, fault: Fault, row: OperationRow): Reply {
  const { accident, delivery, speed = reply.speed, hidesFinish } = fault;
  const steps = accident ? reply.steps.slice(0, piecesBefore(fault, row)) : reply.steps;
  return {
    ...reply,
    steps: hidesFinish ? steps.map((step) => ({ ...step, message: endless(step.message) })) : steps,
    accident: accident ?? reply.accident,
    ...(delivery === undefined ? {} : { delivery }),
    ...(speed === undefined ? {} : { speed }),
  };
}

/** An answer in one piece has none to come before. */
function piecesBefore({ after }: Fault, row: OperationRow): number {
  return row.stream ? after : 0;
}

function endless(message: JsonObject): JsonObject {
  const { candidates } = message;
  if (!Array.isArray(candidates)) return message;
  const open = (candidates as readonly JsonValue[]).map((candidate) =>
    isObject(candidate) ? { ...candidate, finishReason: undefined } : candidate,
  );
  return { ...message, candidates: open };
}
