import { answeringModel, endOf, type PackedModel, startOf } from '../api/modelPack';
import type { OperationRow } from '../api/operations/row';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { type Edition, type Version, versionOf } from '../api/versions';
import type { Clock } from '../base/clock';
import type { State } from './state';
import { StatusError } from './status';

/** A model of the emulator: what the service lists of it, and how it behaves. */
export interface ModelSeed {
  /** As `models.get` answers it; its name and limits are always there. */
  readonly model: Message<'Model'> & {
    readonly name: string;
    readonly inputTokenLimit: number;
    readonly outputTokenLimit: number;
    readonly supportedGenerationMethods: readonly string[];
  };
  /** Versions that list it. */
  readonly versions: readonly Version[];
  /** Most candidates of one request; 1 where absent. */
  readonly candidates?: number;
  /** Refuses a function call of the current turn that comes back without its signature. */
  readonly strictSignatures?: true;
  /** Answers the questions of the Decisions API, and nothing else. */
  readonly decides?: true;
  /** What the documents know of it, for models of the live service. */
  readonly packed?: PackedModel;
  /** The name of the model that answers, without its collection; that of the model where absent. */
  readonly answeredBy?: string;
  /** What it can answer with, and does where a request says nothing; everything, and text, where absent. */
  readonly modalities?: readonly string[];
  /** What it was taught to say to a text, if anything: for tuned models only, and never kept. */
  readonly recall?: (text: string) => string | undefined;
}

/** What is kept of a model beside what `models.get` answers. */
interface KeptBehaviour {
  readonly isRemoved?: true;
}

/**
 * The models that the emulator serves, in listing order: its own ones, those of the live service, and those that were
 * added. Only what differs from the start is kept.
 */
export class ModelCatalog {
  readonly #builtIn: ReadonlyMap<string, ModelSeed>;
  /** Undefined for a built-in one that was removed. */
  readonly #kept = new Map<string, ModelSeed | undefined>();
  /** What is built in with what is kept. */
  #all: ReadonlyMap<string, ModelSeed | undefined> = new Map();
  readonly #state: State;
  readonly #time: Pick<Clock, 'now'>;

  /** Whether the project has used no model before: some are closed to it. */
  isNewProject = false;

  /** Takes what is kept; every change is kept too. */
  constructor(state: State, time: Pick<Clock, 'now'>, builtIn: readonly ModelSeed[]) {
    this.#state = state;
    this.#time = time;
    this.#builtIn = new Map(builtIn.map((seed) => [seed.model.name, seed]));
    this.reload();
  }

  /** Takes what is kept now. */
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

  /** How many are listed, in whatever version. */
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

  /** Whether there was one of that name. */
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
    const record = { name, parent: '', resource, hidden };
    if (!this.#state.insert('models', record)) this.#state.update('models', name, record);
  }

  /** A model that a version has, as the one that answers for it behaves. */
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
   * The model a call names. Throws the service's 404 where the version has no such model, the model does not serve the
   * operation's method, or it is closed to the project.
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
    return this.isNewProject && since !== undefined && startOf(since) <= this.#time.now();
  }
}

// The emulator's time may be before the day on which the pack was written.
function hasEnded({ stage, shutdown }: PackedModel, now: number): boolean {
  return shutdown === undefined ? stage === 'shut down' : endOf(shutdown) <= now;
}

/** Whether `models.list` has it: names from before, whose end nobody has written down, answer without being listed. */
function isListed(packed: PackedModel | undefined, now: number): boolean {
  return packed === undefined || (packed.stage !== 'legacy' && !hasEnded(packed, now));
}

/** The service's 404 for a model that only earlier users may use. */
export function modelClosed(name: string): StatusError {
  return new StatusError(
    404,
    `This model ${name} is no longer available to new users. Please update your code to use a newer ` +
      'model for the latest features and improvements.',
  );
}

/** The service's 404 where a version has no such model, or the model does not serve a method. */
export function modelNotFound(name: string, version: Edition, method: string): StatusError {
  return new StatusError(
    404,
    `${name} is not found for API version ${versionOf(version)}, or is not supported for ${method}. Call ` +
      'ListModels to see the list of available models and their supported methods.',
  );
}

/**
 * The method that a model must list to serve an operation: its custom verb, and for a stream the verb it
 * streams, because models never list the streaming one. Undefined for plain reads.
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
