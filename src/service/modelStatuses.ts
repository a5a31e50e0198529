import { isDeepStrictEqual } from 'node:util';
import { type Version, VERSIONS } from '../api/versions';
import type { Clock } from '../base/clock';
import { Emitter, type Event } from '../base/event';
import { isObject, items } from '../base/json';
import { parseModelStatus, type ReportedStatus } from '../catalog/modelStatus';

export interface RequestedModel {
  readonly connection: string;
  readonly version: Version;
  readonly name: string;
}

/** Persistent storage for rejections: `globalState`. */
export interface StatusMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A model for which the API rejects every request. */
export type Refusal = ReportedStatus & { readonly by: 'refusal' };
type KeptRefusal = RequestedModel & Omit<Refusal, 'by'>;

const KEY = 'models.refused';
const MAX_STATUSES = 200;

/**
 * Model statuses beyond the model list: those in responses, until the window closes,
 * and rejections of listed models, until a request succeeds.
 */
export class ModelStatuses {
  readonly #memory: StatusMemory;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #answered = new Map<string, ReportedStatus>();
  #refused: ReadonlyMap<string, KeptRefusal> | undefined;
  readonly #changed = new Emitter<RequestedModel>();
  readonly onDidChange: Event<RequestedModel> = this.#changed.event;

  constructor(memory: StatusMemory, clock: Pick<Clock, 'now'>) {
    this.#memory = memory;
    this.#clock = clock;
  }

  of(model: RequestedModel): ReportedStatus | undefined {
    const refusal = this.#kept.get(keyOf(model));
    if (refusal) return { by: 'refusal', why: refusal.why, day: refusal.day };
    return this.#answered.get(nameKeyOf(model));
  }

  /** Records a successful response and its `modelStatus`. */
  answered(model: RequestedModel, modelStatus?: unknown): void {
    const before = this.of(model);
    const told = parseModelStatus(modelStatus);
    if (told) this.#answered.set(nameKeyOf(model), told);
    if (this.#kept.has(keyOf(model))) {
      this.#keep([...this.#kept.values()].filter((other) => keyOf(other) !== keyOf(model)));
    }
    if (!isDeepStrictEqual(before, this.of(model))) this.#changed.fire(model);
  }

  refused(model: RequestedModel, why: Refusal['why']): void {
    const before = this.#kept.get(keyOf(model));
    if (before?.why === why) return;
    const { connection, version, name } = model;
    const day = new Date(this.#clock.now()).toISOString().slice(0, 10);
    this.#keep([...this.#kept.values(), { connection, version, name, why, day }]);
    this.#changed.fire(model);
  }

  get #kept(): ReadonlyMap<string, KeptRefusal> {
    this.#refused ??= new Map(readKept(this.#memory.get(KEY)).map((one) => [keyOf(one), one]));
    return this.#refused;
  }

  #keep(all: readonly KeptRefusal[]): void {
    this.#refused = new Map(all.slice(-MAX_STATUSES).map((one) => [keyOf(one), one]));
    void this.#memory.update(KEY, [...this.#refused.values()]);
  }
}

function keyOf({ connection, version, name }: RequestedModel): string {
  return `${connection} ${version} ${name}`;
}

/** A response's status applies to all API versions. */
function nameKeyOf({ connection, name }: RequestedModel): string {
  return `${connection} ${name}`;
}

/** Other releases may have stored a different format. */
function readKept(value: unknown): readonly KeptRefusal[] {
  return items(value).flatMap((item) => {
    if (!isObject(item)) return [];
    const { connection, version, name, why, day } = item;
    const known = VERSIONS.find((one) => one === version);
    const isWhole = [connection, name, day].every((one) => typeof one === 'string');
    if (!isWhole || !known || (why !== 'notServed' && why !== 'earlierUsers')) return [];
    return [{ connection, version: known, name, why, day } as KeptRefusal];
  });
}
