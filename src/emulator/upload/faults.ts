import type { JsonObject, JsonValue } from '../../api/schema/row';
import { whole } from '../controlValues';
import { StatusError } from '../status';

/** The requests of an upload that a fault can be aimed at: `chunk` is any that brings bytes, `final` any that ends it. */
const stages = ['start', 'chunk', 'final', 'query'] as const;

export type UploadStage = (typeof stages)[number];

/** What goes wrong with one request of a resumable upload. */
export interface UploadFault {
  readonly stage: UploadStage;
  /** The HTTP status of the answer, without the protocol's own headers. */
  readonly status?: number;
  /** At most so many bytes of the chunk are kept. */
  readonly keep?: number;
  /** Of what is kept of a chunk that did not end well, only whole pieces of so many bytes. */
  readonly granule?: number;
  /** The connection is reset after so many bytes of the chunk. */
  readonly cutAt?: number;
  /** Bytes per second at which the chunk is read. */
  readonly rate?: number;
  /** What the answer lacks. */
  readonly hides?: 'status' | 'url';
  /** Everything is done, and the connection is cut in place of the answer. */
  readonly losesAnswer?: true;
}

const STORED_GRANULE = 256 * 1024;

/** The kinds of faults of uploads, and what each makes of the rest of the control request's body. */
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

/** Reads a fault that the control API was sent; undefined where its kind is none of uploads. */
export function readUploadFault(body: JsonObject): UploadFault | undefined {
  const { kind } = body;
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return undefined;
  return kinds[kind]?.(body);
}

/** Faults that wait for the requests of uploads, oldest first. */
export class UploadFaults {
  #waiting: { readonly fault: UploadFault; count: number }[] = [];

  add(fault: UploadFault, count: number): void {
    this.#waiting.push({ fault, count });
  }

  /** The fault for one request, which uses it up. */
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
