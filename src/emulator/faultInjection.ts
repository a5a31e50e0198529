import type { OperationId, SessionId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import type { JsonObject, JsonValue } from '../api/schema/row';
import type { Edition } from '../api/versions';
import { isObject } from '../base/json';
import type { Accident, Delivery, Reply, Speed, Step } from './call';
import type { StatusError } from './status';

/** The endpoints of signing in. */
const SIGN_IN_TARGETS = [
  'oauth.authorize',
  'oauth.token',
  'oauth.revoke',
  'oauth.tokeninfo',
] as const;

/** What a fault can be aimed at, unless it is aimed at every operation. */
export type FaultTarget = OperationId | SessionId | (typeof SIGN_IN_TARGETS)[number];

export function isSignInTarget(text: string): text is (typeof SIGN_IN_TARGETS)[number] {
  return (SIGN_IN_TARGETS as readonly string[]).includes(text);
}

/** What a fault does to one request. Every part is optional. */
interface FaultEffect {
  /** In the answer's place, or after the first pieces of a stream. */
  readonly accident?: Accident;
  /** In the answer's place, where it depends on the operation. */
  readonly refuse?: (row: OperationRow, version: Edition) => StatusError;
  /** Whether the operation does its work all the same. */
  readonly isDone?: true;
  readonly delivery?: Delivery;
  readonly speed?: Speed;
  /** Takes the reasons for their end from all candidates. */
  readonly hidesFinish?: true;
  /** Milliseconds of the service's time until what is created is seen. */
  readonly unseenFor?: number;
  /** Seconds of the service's time after which a live session ends, which it is told. */
  readonly goAwayIn?: number;
}

/** A kind of fault. */
export interface FaultKind {
  /** Its fields, in addition to `operation`, `count` and `after`. */
  readonly takes: readonly string[];
  /** What happens, for the help. */
  readonly doc: string;
  readonly effect: (given: JsonObject) => FaultEffect;
}

/** A fault for the next requests to an operation. */
export interface Fault extends FaultEffect {
  /** `*` for every operation, which does not include signing in. */
  readonly operation: FaultTarget | '*';
  /** Pieces of a stream that come before it; 0 for the whole answer's place. */
  readonly after: number;
}

/** Faults that wait for their requests, oldest first. */
export class FaultQueue {
  #waiting: { readonly fault: Fault; count: number }[] = [];

  /** @param count number of requests that get it; `Infinity` for all from here on. */
  add(fault: Fault, count: number): void {
    this.#waiting.push({ fault, count });
  }

  /** The fault for one request, which uses it up. */
  take(target: FaultTarget): Fault | undefined {
    const entry = this.#waiting.find(
      ({ fault: { operation } }) =>
        operation === target || (operation === '*' && !isSignInTarget(target)),
    );
    if (!entry) return undefined;
    entry.count -= 1;
    if (entry.count <= 0) this.#waiting = this.#waiting.filter((other) => other !== entry);
    return entry.fault;
  }

  /** How many faults wait. */
  get size(): number {
    return this.#waiting.length;
  }

  clear(): void {
    this.#waiting = [];
  }
}

/** The reply of a fault that replaces the whole answer, before anything is checked or done; else undefined. */
export function answerInstead(
  fault: Fault,
  { row, version }: { readonly row: OperationRow; readonly version: Edition },
): Reply | undefined {
  if (fault.refuse) {
    return { steps: [], accident: { kind: 'error', error: fault.refuse(row, version) } };
  }
  if (!fault.accident || fault.isDone || piecesBefore(fault, row) > 0) return undefined;
  return { steps: [], accident: fault.accident };
}

/** An answer with the changes that a fault makes. */
export function withFault(reply: Reply, fault: Fault, row: OperationRow): Reply {
  const { accident, delivery, speed = reply.speed, hidesFinish } = fault;
  const isStream = row.stream === true || reply.form === 'events';
  const before = isStream ? fault.after : 0;
  const steps = accident ? reply.steps.slice(0, before) : reply.steps;
  const { more } = reply;
  return {
    ...reply,
    ...(more && accident && { more: (signal) => first(before, more(signal)) }),
    steps: hidesFinish
      ? steps.map((step) => ({ ...step, message: withoutFinishReasons(step.message) }))
      : steps,
    accident: accident ?? reply.accident,
    ...(delivery === undefined ? {} : { delivery }),
    ...(speed === undefined ? {} : { speed }),
  };
}

/** An answer in one piece has no pieces that could come before the fault. */
function piecesBefore({ after }: Fault, row: OperationRow): number {
  return row.stream ? after : 0;
}

async function* first(count: number, all: AsyncIterable<Step>): AsyncIterable<Step> {
  let left = count;
  if (left <= 0) return;
  for await (const step of all) {
    yield step;
    left -= 1;
    if (left <= 0) return;
  }
}

function withoutFinishReasons(message: JsonObject): JsonObject {
  const { candidates } = message;
  if (!Array.isArray(candidates)) return message;
  const open = (candidates as readonly JsonValue[]).map((candidate) =>
    isObject(candidate) ? { ...candidate, finishReason: undefined } : candidate,
  );
  return { ...message, candidates: open };
}
