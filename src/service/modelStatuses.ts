import { isDeepStrictEqual } from 'node:util';
import { type Version, VERSIONS } from '../api/versions';
import type { Clock } from '../base/clock';
import { Emitter, type Event } from '../base/event';
import { isObject, items } from '../base/json';
import { statusOfAnswer, type ToldStatus } from '../catalog/modelStatus';

/** A model as a request names it, or as a list has it. */
export interface AskedModel {
  /** Id. */
  readonly connection: string;
  readonly version: Version;
  /** Resource name. */
  readonly name: string;
}

/** Where refusals are kept over windows: `globalState`. */
export interface StatusMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** That the service refuses every request to a model. */
export type Refusal = ToldStatus & { readonly by: 'refusal' };
type KeptRefusal = AskedModel & Omit<Refusal, 'by'>;

const KEY = 'models.refused';
/** The oldest ones go first. */
const MOST_KEPT = 200;

/**
 * What the service said of models by itself: in its answers, for as long as the window lives, and by refusing what it
 * lists, until it answers.
 */
export class ModelStatuses {
  readonly #memory: StatusMemory;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #answered = new Map<string, ToldStatus>();
  /** In the order in which they were found out. */
  #refused: ReadonlyMap<string, KeptRefusal> | undefined;
  readonly #changed = new Emitter<AskedModel>();
  /** What is known of a model is something else now. */
  readonly onDidChange: Event<AskedModel> = this.#changed.event;

  constructor(memory: StatusMemory, clock: Pick<Clock, 'now'>) {
    this.#memory = memory;
    this.#clock = clock;
  }

  /** What the service told of a model; undefined where that is nothing. */
  of(model: AskedModel): ToldStatus | undefined {
    const refusal = this.#kept.get(keyOf(model));
    if (refusal) return { by: 'refusal', why: refusal.why, day: refusal.day };
    return this.#answered.get(nameKeyOf(model));
  }

  /** The service has answered; `modelStatus` is what it said there of the model. */
  answered(model: AskedModel, modelStatus?: unknown): void {
    const before = this.of(model);
    const told = statusOfAnswer(modelStatus);
    if (told) this.#answered.set(nameKeyOf(model), told);
    if (this.#kept.has(keyOf(model))) {
      this.#keep([...this.#kept.values()].filter((other) => keyOf(other) !== keyOf(model)));
    }
    if (!isDeepStrictEqual(before, this.of(model))) this.#changed.fire(model);
  }

  /** The service has refused a request to the model for a reason that holds for every one. */
  refused(model: AskedModel, why: Refusal['why']): void {
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
    this.#refused = new Map(all.slice(-MOST_KEPT).map((one) => [keyOf(one), one]));
    void this.#memory.update(KEY, [...this.#refused.values()]);
  }
}

function keyOf({ connection, version, name }: AskedModel): string {
  return `${connection} ${version} ${name}`;
}

/** An answer speaks of the model in every version. */
function nameKeyOf({ connection, name }: AskedModel): string {
  return `${connection} ${name}`;
}

/** What another version of the extension kept may look otherwise. */
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
