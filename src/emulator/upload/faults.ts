import type { JsonObject, JsonValue } from '../../api/schema/row';
import { whole } from '../controlValues';
import { StatusError } from '../status';

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

export class UploadFaults {
  #waiting: { readonly fault: UploadFault; count: number }[] = [];

  add(fault: UploadFault, count: number): void {
    this.#waiting.push({ fault, count });
  }

  take(reached: readonly UploadStage[]): UploadFault | undefined {
    const entry = this.#waiting.find(({ fault }) => reached.includes(fault.stage));
    if (!entry) return undefined;
    entry.count -= 1;
    if (entry.count <= 0) this.#waiting = this.#waiting.filter((other) => other !== entry);
    return entry.fault;
  }

  clear(): void {
    this.#waiting = [];
  }
}

function stageOf(value: JsonValue | undefined): UploadStage {
  const found = stages.find((stage) => stage === (value ?? 'chunk'));
  if (found) return found;
  throw new StatusError(400, `stage must be one of ${stages.join(', ')}.`);
}
