import type { OperationId, SessionId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import type { JsonObject, JsonValue } from '../api/schema/row';
import type { Edition } from '../api/versions';
import { isObject } from '../base/json';
import type { ResponseFault, Delivery, Reply, Speed, Step } from './call';
import type { StatusError } from './status';

const SIGN_IN_TARGETS = [
  'oauth.authorize',
  'oauth.token',
  'oauth.revoke',
  'oauth.tokeninfo',
] as const;

export type FaultTarget = OperationId | SessionId | (typeof SIGN_IN_TARGETS)[number];

export function isSignInTarget(text: string): text is (typeof SIGN_IN_TARGETS)[number] {
  return (SIGN_IN_TARGETS as readonly string[]).includes(text);
}

interface FaultEffect {
  readonly accident?: ResponseFault;
  readonly refuse?: (row: OperationRow, version: Edition) => StatusError;
  readonly isDone?: true;
  readonly delivery?: Delivery;
  readonly speed?: Speed;
  readonly hidesFinish?: true;
  /** Time in ms of emulator time until created resources are visible. */
  readonly unseenFor?: number;
  /** Time in seconds of emulator time until a Live API session ends, as announced by `goAway`. */
  readonly goAwayIn?: number;
}

export interface FaultKind {
  readonly takes: readonly string[];
  readonly doc: string;
  readonly effect: (given: JsonObject) => FaultEffect;
}

export interface Fault extends FaultEffect {
  /** `*` applies to all API methods but not to sign-in endpoints. */
  readonly operation: FaultTarget | '*';
  /** Number of stream chunks before the fault. 0 replaces the response. */
  readonly after: number;
}

export class FaultQueue {
  #waiting: { readonly fault: Fault; count: number }[] = [];

  /** @param count number of requests. `Infinity` for all from now on. */
  add(fault: Fault, count: number): void {
    this.#waiting.push({ fault, count });
  }

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

  get size(): number {
    return this.#waiting.length;
  }

  clear(): void {
    this.#waiting = [];
  }
}

/**
 * Returns the response of a fault that replaces everything before validation. Undefined for other
 * faults.
 */
export function injectFault(
  fault: Fault,
  { row, version }: { readonly row: OperationRow; readonly version: Edition },
): Reply | undefined {
  if (fault.refuse) {
    return { steps: [], accident: { kind: 'error', error: fault.refuse(row, version) } };
  }
  if (!fault.accident || fault.isDone || piecesBefore(fault, row) > 0) return undefined;
  return { steps: [], accident: fault.accident };
}

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
