import type { OperationRow } from '../api/operations/row';
import { holdsIn, type Version } from '../api/versions';
import type { ModelSeed } from './seeds/model';
import { StatusError } from './status';

/** The models that the emulator serves, in listing order. */
export class ModelCatalog {
  readonly #models = new Map<string, ModelSeed>();
  readonly #onDidChange: (models: readonly ModelSeed[]) => void;

  constructor(
    models: readonly ModelSeed[],
    onDidChange: (models: readonly ModelSeed[]) => void = () => undefined,
  ) {
    for (const model of models) this.#models.set(model.model.name, model);
    this.#onDidChange = onDidChange;
  }

  list(version: Version): readonly ModelSeed[] {
    return [...this.#models.values()].filter((model) => holdsIn(model.versions, version));
  }

  get size(): number {
    return this.#models.size;
  }

  add(models: readonly ModelSeed[]): void {
    for (const model of models) this.#models.set(model.model.name, model);
    this.#onDidChange([...this.#models.values()]);
  }

  /** Whether there was one of that name. */
  remove(name: string): boolean {
    const removed = this.#models.delete(name);
    if (removed) this.#onDidChange([...this.#models.values()]);
    return removed;
  }

  /**
   * The model a call names. Throws the service's 404 where the version has no such model, or the model
   * does not serve the operation's method.
   */
  require(name: string, version: Version, row: OperationRow): ModelSeed {
    const found = this.#models.get(name);
    const method = methodOf(row);
    const serves = method === undefined || found?.model.supportedGenerationMethods.includes(method);
    if (found && holdsIn(found.versions, version) && serves) return found;
    throw new StatusError(
      404,
      `${name} is not found for API version ${version}, or is not supported for ` +
        `${method ?? rpcName(row)}. Call ListModels to see the list of available models and ` +
        'their supported methods.',
    );
  }
}

/**
 * The method that a model must list to serve an operation: its custom verb, and for a stream the verb it
 * streams, because models never list the streaming one. Undefined for plain reads.
 */
function methodOf(row: OperationRow): string | undefined {
  const verb = row.path.split(':')[1];
  if (verb === undefined || row.stream !== true) return verb;
  const streamed = verb.replace(/^stream/, '');
  return streamed.charAt(0).toLowerCase() + streamed.slice(1);
}

function rpcName(row: OperationRow): string {
  const name = row.rpc.split('/')[1] ?? row.rpc;
  return name.charAt(0).toLowerCase() + name.slice(1);
}
