import type { OperationId, SessionId } from '../api/operations';
import type { OperationRow } from '../api/operations/row';
import type { JsonObject, JsonValue } from '../api/schema/row';
import type { Edition } from '../api/versions';
import { isObject } from '../base/json';
import type { Delivery, Reply, ResponseFault, Speed, Step } from './call';
import { whole } from './controlValues';
import { StatusError } from './status';

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

/** Faults that wait for requests, in order. */
class PendingFaults<F> {
  #waiting: { readonly fault: F; count: number }[] = [];

  /** @param count number of requests. `Infinity` for all from now on. */
  add(fault: F, count: number): void {
    this.#waiting.push({ fault, count });
  }

  get size(): number {
    return this.#waiting.length;
  }

  clear(): void {
    this.#waiting = [];
  }

  protected takeFirst(applies: (fault: F) => boolean): F | undefined {
    const entry = this.#waiting.find(({ fault }) => applies(fault));
    if (!entry) return undefined;
    entry.count -= 1;
    if (entry.count <= 0) this.#waiting = this.#waiting.filter((other) => other !== entry);
    return entry.fault;
  }
}

export class FaultQueue extends PendingFaults<Fault> {
  take(target: FaultTarget): Fault | undefined {
    return this.takeFirst(
      ({ operation }) => operation === target || (operation === '*' && !isSignInTarget(target)),
    );
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

/** Upload requests that a fault can apply to: `chunk` has a body, `final` completes the upload. */
const stages = ['start', 'chunk', 'final', 'query'] as const;

export type UploadStage = (typeof stages)[number];

export interface UploadFault {
  readonly stage: UploadStage;
  readonly status?: number;
  /** Maximum number of bytes to store. */
  readonly keep?: number;
  /** Rounds the stored size of an incomplete chunk down to a multiple, in bytes. */
  readonly granule?: number;
  /** Number of bytes after which the connection is reset. */
  readonly cutAt?: number;
  readonly rate?: number;
  readonly hides?: 'status' | 'url';
  /** Whether the connection is closed after the work is done, instead of a response. */
  readonly losesAnswer?: true;
}

const STORED_GRANULE = 256 * 1024;

const kinds: { readonly [kind: string]: (body: JsonObject) => UploadFault } = {
  'upload-lost-answer': () => ({ stage: 'final', losesAnswer: true }),
  'upload-reset': (body) => ({
    stage: 'chunk',
    cutAt: whole(body, 'at', 0),
    granule: whole(body, 'granule', 1),
  }),
  'upload-status': (body) => ({
    stage: 'chunk',
    status: whole(body, 'status', 503),
    keep: whole(body, 'keep', 0),
  }),
  'upload-expired-token': () => ({ stage: 'chunk', status: 401, keep: 0 }),
  'upload-no-status': ({ stage }) => ({ stage: stageOf(stage), hides: 'status' }),
  'upload-no-url': () => ({ stage: 'start', hides: 'url' }),
  'upload-keep-less': (body) => ({
    stage: 'chunk',
    keep: whole(body, 'keep', 0),
    granule: whole(body, 'granule', STORED_GRANULE),
  }),
  'upload-slow': (body) => ({
    stage: 'chunk',
    rate: Math.max(1, whole(body, 'rate', 1024 * 1024)),
  }),
};

export const uploadFaultKinds: readonly string[] = Object.keys(kinds);

export function readUploadFault(body: JsonObject): UploadFault | undefined {
  const { kind } = body;
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return undefined;
  return kinds[kind]?.(body);
}

export class UploadFaults extends PendingFaults<UploadFault> {
  take(reached: readonly UploadStage[]): UploadFault | undefined {
    return this.takeFirst(({ stage }) => reached.includes(stage));
  }
}

function stageOf(value: JsonValue | undefined): UploadStage {
  const found = stages.find((stage) => stage === (value ?? 'chunk'));
  if (found) return found;
  throw new StatusError(400, `stage must be one of ${stages.join(', ')}.`);
}
