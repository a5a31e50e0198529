import { ServiceError, TransportError, type ErrorDetails } from '../../../../src/api/errors';
import { isObject, items, objectAt, textAt } from '../../../../src/base/json';
import type { JsonObject } from '../../../../src/api/schema/row';
import { sleep } from '../../../../src/base/clock';
import type { Calls } from '../../../../src/service/calls';
import { FakeClock } from '../../../fakes/clock';

/** What goes wrong with a call, before or after it was done. */
export interface Trouble {
  readonly when: 'before' | 'after';
  readonly error: Error;
}

/** A batch as it arrived. */
export interface SeenBatch {
  readonly ids: readonly string[];
  /** Milliseconds at which it came. */
  readonly at: number;
}

/** Chunks of a service that takes batches in some time of a clock: all of one, or nothing. */
export class ChunkService implements Calls {
  readonly clock = new FakeClock();
  readonly chunks = new Map<string, JsonObject>();
  readonly batches: SeenBatch[] = [];
  /** Milliseconds that a batch takes. */
  latency = 50;
  /** Most that were there at once. */
  most = 0;
  isBad: (text: string) => boolean = () => false;
  /** Whether it says which one is wrong. */
  namesBad = true;
  trouble: (batch: number) => Trouble | undefined = () => undefined;
  #running = 0;

  async call(
    _place: unknown,
    id: string,
    input: JsonObject,
    options: { signal?: AbortSignal } = {},
  ) {
    if (id.endsWith('.get')) {
      const found = this.chunks.get(textAt(input, 'name'));
      if (!found) throw serviceError(403, 'PERMISSION_DENIED', 'permission', 'Not there.');
      return found;
    }
    this.#running += 1;
    this.most = Math.max(this.most, this.#running);
    try {
      return await this.#batch(id, input, options.signal);
    } finally {
      this.#running -= 1;
    }
  }

  async #batch(id: string, input: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    const requests = items(objectAt(input, 'body').requests).filter(isObject);
    const chunks = requests.map((request) => objectAt(request, 'chunk'));
    const ids = chunks.map((chunk) => textAt(chunk, 'name').split('/').at(-1) ?? '');
    const number = this.batches.push({ ids, at: this.clock.monotonic() });
    await sleep(this.clock, this.latency, signal);
    const trouble = this.trouble(number);
    if (trouble?.when === 'before') throw trouble.error;
    const isCreate = id.endsWith('.batchCreate');
    this.#check(chunks, isCreate);
    for (const chunk of chunks) {
      const name = textAt(chunk, 'name');
      this.chunks.set(name, { ...this.chunks.get(name), ...chunk, state: 'STATE_ACTIVE' });
    }
    if (trouble) throw trouble.error;
    return { chunks: chunks.map((chunk) => this.chunks.get(textAt(chunk, 'name')) ?? {}) };
  }

  #check(chunks: readonly JsonObject[], isCreate: boolean): void {
    const bad = chunks.findIndex((chunk) => this.isBad(textOf(chunk)));
    if (bad >= 0) {
      const where = this.namesBad ? `requests[${bad}].chunk.data` : 'chunk';
      const message = `* BatchCreateChunksRequest.${where}: is bad\n`;
      throw serviceError(400, 'INVALID_ARGUMENT', 'invalidRequest', message);
    }
    const names = chunks.map((chunk) => textAt(chunk, 'name'));
    if (isCreate && names.some((name) => this.chunks.has(name))) {
      throw serviceError(409, 'ALREADY_EXISTS', 'conflict', 'It exists.');
    }
    if (!isCreate && names.some((name) => !this.chunks.has(name))) {
      throw serviceError(403, 'PERMISSION_DENIED', 'permission', 'One doesn’t exist.');
    }
  }

  /** Lets the time pass until the work is over. */
  async finish<T>(work: Promise<T>, step = 10): Promise<T> {
    const over = { is: false };
    const end = (): void => void (over.is = true);
    work.then(end, end);
    for (let round = 0; !over.is; round += 1) {
      if (round > 100_000) throw new Error('It does not end.');
      await new Promise(setImmediate);
      this.clock.advance(step);
    }
    return await work;
  }
}

export function textOf(chunk: JsonObject): string {
  return textAt(objectAt(chunk, 'data'), 'stringValue');
}

export function serviceError(
  httpStatus: number,
  status: string,
  reason: ServiceError['reason'],
  message: string,
  details: Partial<ErrorDetails> = {},
): ServiceError {
  return new ServiceError({
    httpStatus,
    status,
    reason,
    message,
    details: { other: [], ...details },
  });
}

/** An answer that never came. */
export const lost = (): TransportError => new TransportError('reset', 'The connection was lost.');
