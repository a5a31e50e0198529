import type { OperationRow } from '../api/operations/row';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { holdsIn, type Version } from '../api/versions';
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
  /** What it was taught to say to a text, if anything: for tuned models only, and never kept. */
  readonly recall?: (text: string) => string | undefined;
}

/** The models that the emulator serves, in listing order. */
export class ModelCatalog {
  readonly #kept = new Map<string, ModelSeed>();
  #version = 0;
  readonly #state: State;

  /** Takes what is kept; every change is kept too. */
  constructor(state: State) {
    this.#state = state;
    this.reload();
  }

  /** Takes what is kept now. */
  reload(): void {
    this.#version = this.#state.foreignVersion;
    this.#kept.clear();
    for (const { resource, hidden } of this.#state.list('models', '')) {
      const seed = { ...hidden, model: resource } as unknown as ModelSeed;
      this.#kept.set(seed.model.name, seed);
    }
  }

  // Read anew where the emulator of another window changed what both keep.
  get #models(): Map<string, ModelSeed> {
    if (this.#state.foreignVersion !== this.#version) this.reload();
    return this.#kept;
  }

  list(version: Version): readonly ModelSeed[] {
    return [...this.#models.values()].filter((model) => holdsIn(model.versions, version));
  }

  get size(): number {
    return this.#models.size;
  }

  add(models: readonly ModelSeed[]): void {
    this.#state.transaction(() => {
      for (const { model, ...behaviour } of models) {
        const resource = model as unknown as JsonObject;
        const hidden = behaviour as unknown as JsonObject;
        const record = { name: model.name, parent: '', resource, hidden };
        if (!this.#state.insert('models', record)) this.#state.update('models', model.name, record);
      }
    });
    for (const model of models) this.#models.set(model.model.name, model);
  }

  /** Whether there was one of that name. */
  remove(name: string): boolean {
    this.#state.remove('models', name);
    return this.#models.delete(name);
  }

  /** A model that a version lists. */
  find(name: string, version: Version): ModelSeed | undefined {
    const found = this.#models.get(name);
    return found && holdsIn(found.versions, version) ? found : undefined;
  }

  /**
   * The model a call names. Throws the service's 404 where the version has no such model, or the model
   * does not serve the operation's method.
   */
  require(name: string, version: Version, row: OperationRow): ModelSeed {
    const found = this.find(name, version);
    const method = methodOf(row);
    const serves = method === undefined || found?.model.supportedGenerationMethods.includes(method);
    if (found && serves) return found;
    throw modelNotFound(name, version, method ?? rpcName(row));
  }
}

/** The service's 404 where a version has no such model, or the model does not serve a method. */
export function modelNotFound(name: string, version: Version, method: string): StatusError {
  return new StatusError(
    404,
    `${name} is not found for API version ${version}, or is not supported for ${method}. Call ` +
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
