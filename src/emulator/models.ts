import { answeringModel, shutdownDate, type PackedModel, releaseDate } from '../api/modelPack';
import type { OperationRow } from '../api/operations/row';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { type Edition, type Version, versionOf } from '../api/versions';
import type { Clock } from '../base/clock';
import type { State } from './state';
import { StatusError } from './status';

export interface ModelSeed {
  readonly model: Message<'Model'> & {
    readonly name: string;
    readonly inputTokenLimit: number;
    readonly outputTokenLimit: number;
    readonly supportedGenerationMethods: readonly string[];
  };
  readonly versions: readonly Version[];
  /** Maximum candidate count. Default: 1. */
  readonly candidates?: number;
  /** Whether function calls of the current turn must be returned with their signature. */
  readonly strictSignatures?: true;
  readonly decides?: true;
  readonly packed?: PackedModel;
  /** ID of the responding model. Default: the model itself. */
  readonly answeredBy?: string;
  /**
   * Supported output modalities, which are also the default. Undefined: all, with text as default.
   */
  readonly modalities?: readonly string[];
  /** Returns the trained response for text. Tuned models only; never saved. */
  readonly recall?: (text: string) => string | undefined;
}

interface KeptBehaviour {
  readonly isRemoved?: true;
}

/**
 * Available models in list order: emulator models, live models, added models. Only changes are
 * saved.
 */
export class ModelCatalog {
  readonly #builtIn: ReadonlyMap<string, ModelSeed>;
  /** Saved changes. Undefined for a removed built-in model. */
  readonly #kept = new Map<string, ModelSeed | undefined>();
  #all: ReadonlyMap<string, ModelSeed | undefined> = new Map();
  readonly #state: State;
  readonly #time: Pick<Clock, 'now'>;

  isNewProject = false;

  constructor(state: State, time: Pick<Clock, 'now'>, builtIn: readonly ModelSeed[]) {
    this.#state = state;
    this.#time = time;
    this.#builtIn = new Map(builtIn.map((seed) => [seed.model.name, seed]));
    this.reload();
  }

  reload(): void {
    this.#kept.clear();
    for (const { name, resource, hidden } of this.#state.list('models', '')) {
      const { isRemoved, ...behaviour } = hidden as KeptBehaviour & JsonObject;
      const seed = { ...behaviour, model: resource } as unknown as ModelSeed;
      this.#kept.set(name, isRemoved ? undefined : seed);
    }
    this.#merge();
  }

  #merge(): void {
    this.#all = new Map([...this.#builtIn, ...this.#kept]);
  }

  list(version: Edition): readonly ModelSeed[] {
    return this.#listed.filter((seed) => seed.versions.includes(versionOf(version)));
  }

  get size(): number {
    return this.#listed.length;
  }

  get #listed(): readonly ModelSeed[] {
    const now = this.#time.now();
    return [...this.#all.values()].filter(
      (seed) => seed !== undefined && isListed(seed.packed, now),
    ) as readonly ModelSeed[];
  }

  add(models: readonly ModelSeed[]): void {
    this.#state.transaction(() => {
      for (const { model, ...behaviour } of models) {
        const resource = model as unknown as JsonObject;
        this.#keep(model.name, resource, behaviour as unknown as JsonObject);
      }
    });
    for (const model of models) this.#kept.set(model.model.name, model);
    this.#merge();
  }

  remove(name: string): boolean {
    if (!this.#all.get(name)) return false;
    if (this.#builtIn.has(name)) {
      this.#keep(name, {}, { isRemoved: true });
      this.#kept.set(name, undefined);
    } else {
      this.#state.remove('models', name);
      this.#kept.delete(name);
    }
    this.#merge();
    return true;
  }

  #keep(name: string, resource: JsonObject, hidden: JsonObject): void {
    this.#state.put('models', { name, parent: '', resource, hidden });
  }

  find(name: string, version: Edition): ModelSeed | undefined {
    const found = this.#all.get(name);
    if (!found?.versions.includes(versionOf(version))) return undefined;
    const now = this.#time.now();
    const { packed } = found;
    if (!packed) return found;
    const answering = answeringModel(packed, now);
    if (hasEnded(answering, now)) return undefined;
    if (answering === packed) return found;
    const other = this.#builtIn.get(`models/${answering.id}`) ?? found;
    const { inputTokenLimit, outputTokenLimit } = other.model;
    const model = { ...found.model, inputTokenLimit, outputTokenLimit };
    return { ...other, model, answeredBy: answering.id };
  }

  /**
   * Returns the model of a call. Throws 404 if the model is unknown, lacks the method, or is closed to the
   * project.
   */
  require(name: string, version: Edition, row: OperationRow): ModelSeed {
    const found = this.find(name, version);
    const method = methodOf(row);
    const serves = method === undefined || found?.model.supportedGenerationMethods.includes(method);
    if (!found || !serves) throw modelNotFound(name, version, method ?? rpcName(row));
    if (method !== undefined && this.#isClosed(found)) throw modelClosed(name);
    return found;
  }

  #isClosed({ packed }: ModelSeed): boolean {
    const since = packed?.closedSince;
    return this.isNewProject && since !== undefined && releaseDate(since) <= this.#time.now();
  }
}

// Emulator time may be before the release of the model pack.
function hasEnded({ stage, shutdown }: PackedModel, now: number): boolean {
  return shutdown === undefined ? stage === 'shut down' : shutdownDate(shutdown) <= now;
}

/**
 * Whether `models.list` includes a model. Older names without a known shutdown date work but aren't
 * listed.
 */
function isListed(packed: PackedModel | undefined, now: number): boolean {
  return packed === undefined || (packed.stage !== 'legacy' && !hasEnded(packed, now));
}

export function modelClosed(name: string): StatusError {
  return new StatusError(
    404,
    `This model ${name} is no longer available to new users. Please update your code to use a newer ` +
      'model for the latest features and improvements.',
  );
}

export function modelNotFound(name: string, version: Edition, method: string): StatusError {
  return new StatusError(
    404,
    `${name} is not found for API version ${versionOf(version)}, or is not supported for ${method}. Call ` +
      'ListModels to see the list of available models and their supported methods.',
  );
}

/**
 * Returns the supported generation method of an API method: its custom verb. Maps streaming verbs to the
 * plain verb, the only one that models list. Undefined for reads.
 */
export function methodOf(row: OperationRow): string | undefined {
  const verb = row.path.split(':')[1];
  if (verb === undefined || row.stream !== true) return verb;
  const streamed = verb.replace(/^stream/, '');
  return streamed.charAt(0).toLowerCase() + streamed.slice(1);
}

function rpcName(row: OperationRow): string {
  const name = row.rpc.split('/')[1] ?? row.rpc;
  return name.charAt(0).toLowerCase() + name.slice(1);
}
