import { packedModels } from '../../api/modelPack';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { abortable } from '../../base/async';
import { AppError } from '../../base/errors';
import { textAt } from '../../base/json';
import { listVersion } from '../../catalog/kindOperations';
import { modelLifecycle } from '../../catalog/modelLifecycle';
import { LISTED, type ReportedStatus } from '../../catalog/modelStatus';
import type { ResourceRef } from '../../catalog/ref';
import { EMULATOR_ID } from '../../service/connection';
import type { ModelStatuses } from '../../service/modelStatuses';
import type { LoadedList, Store } from '../../service/store';
import { DEFAULT_MODE, type PlaygroundMode } from '../model/conversation';
import { isTunedModel } from '../model/modeRow';
import { canDo } from '../model/modes';
import type { ModelInfo } from '../model/protocol';
import { missingFeatures, type ModelFact, modelInfo } from './modelFacts';
import type { RequestTarget } from './resolveTarget';

export type ModelStore = Pick<
  Store,
  'list' | 'loadMore' | 'peek' | 'get' | 'invalidate' | 'onDidChange'
>;

/** Maximum pages to load; a page has up to 1,000 models. */
const MAX_PAGES = 20;

const MISSING: ReadonlySet<string> = new Set(['modelNotFound', 'notFound']);

/**
 * The models of a connection for the playground. Stores only rejected features; the rest is in the
 * resource store.
 */
export class Models {
  readonly #store: ModelStore;
  readonly #statuses: Pick<ModelStatuses, 'of'>;
  readonly #refused = new Map<string, ReadonlySet<ModelFact>>();

  constructor(store: ModelStore, statuses: Pick<ModelStatuses, 'of'>) {
    this.#store = store;
    this.#statuses = statuses;
  }

  /** Returns the features that a model lacks: by its resource, or by API errors in this window. */
  lacking(connection: string | undefined, model: ModelInfo): readonly ModelFact[] {
    const refused = this.#refused.get(`${connection} ${model.name}`) ?? [];
    return [...new Set([...missingFeatures(model), ...refused])];
  }

  /**
   * Returns a model's status by API responses, or that the connection has it: its methods are known, or it is in
   * the loaded list. Undefined if none.
   */
  told({
    connection,
    version,
    model,
    methods,
  }: Pick<RequestTarget, 'connection' | 'version' | 'model' | 'methods'>):
    | ReportedStatus
    | undefined {
    if (connection === undefined) return undefined;
    const status = this.#statuses.of({ connection, version, name: model });
    if (status) return status;
    const listed = this.#store.peek(collectionOf(connection, version))?.items;
    const isListed = methods !== undefined || listed?.some(({ name }) => name === model);
    return isListed ? LISTED : undefined;
  }

  learn(connection: string, model: string, facts: readonly ModelFact[]): void {
    const key = `${connection} ${model}`;
    this.#refused.set(key, new Set([...(this.#refused.get(key) ?? []), ...facts]));
  }

  async list(
    connection: string,
    version: Version,
    signal?: AbortSignal,
  ): Promise<readonly ModelInfo[]> {
    const loaded = await this.#all(collectionOf(connection, version), signal);
    return loaded.items.map(modelInfo);
  }

  /**
   * Returns the initial model: the preferred one if loaded, or the first one that supports the
   * mode. Loads the first page only. Undefined if none does.
   */
  async choose(
    connection: string,
    version: Version,
    wanted: string,
    signal?: AbortSignal,
    mode: PlaygroundMode = DEFAULT_MODE,
  ): Promise<ModelInfo | undefined> {
    const { items } = await this.#store.list(collectionOf(connection, version), signal);
    const infos = items.map(modelInfo);
    const described = infos.filter((one) => one.methods !== undefined && canDo(mode, one));
    const found = infos.find(({ name }) => name === wanted);
    // The emulator lists its own models first. The others only imitate live models.
    if (connection === EMULATOR_ID) return found ?? described[0];
    return found ?? this.#preferred(described, connection, version);
  }

  /** Returns the first documented model that is available and stable, or else the first model. */
  #preferred(
    models: readonly ModelInfo[],
    connection: string,
    version: Version,
  ): ModelInfo | undefined {
    const now = Date.now();
    const served = models.filter(({ name }) => {
      const told = this.#statuses.of({ connection, version, name });
      return !modelLifecycle(name, now, told).isGone;
    });
    const stable = packedModels().filter(({ stage }) => stage === 'stable');
    const names = stable.map(({ id }) => `models/${id}`);
    const known = served.filter(({ name }) => names.includes(name));
    const [best] = known.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    return best ?? served[0] ?? models[0];
  }

  /** Returns a model's info, loaded if necessary. Throws the store's errors. */
  async find(
    connection: string,
    version: Version,
    name: string,
    signal?: AbortSignal,
  ): Promise<ModelInfo> {
    const kind = isTunedModel(name) ? 'tunedModel' : 'model';
    const listed = collectionOf(connection, version, kind);
    const found = this.#store.peek(listed)?.items.find((item) => item.name === name);
    if (found) return modelInfo(found);
    const { version: served } = listed;
    return modelInfo(await this.#store.get({ connection, version: served, kind, name }, signal));
  }

  /** Whether the API says that a connection doesn't have a model. Ignores other errors. */
  async isMissing(
    { connection, version, model }: Pick<RequestTarget, 'connection' | 'version' | 'model'>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    if (connection === undefined) return false;
    try {
      await abortable(this.find(connection, version, model, signal), signal);
      return false;
    } catch (error) {
      signal?.throwIfAborted();
      return error instanceof AppError && MISSING.has(String(error.reason));
    }
  }

  /** Returns all tuned models that can respond. Throws the store's errors. */
  async tuned(connection: string, version: Version): Promise<readonly ModelInfo[]> {
    const loaded = await this.#all(collectionOf(connection, version, 'tunedModel'));
    return loaded.items.filter((item) => item.state === 'ACTIVE').map(modelInfo);
  }

  /** Returns all resources of a collection. Throws the store's errors. */
  async listed(collection: ResourceRef): Promise<readonly JsonObject[]> {
    return (await this.#all(collection)).items;
  }

  /** Returns the display name of a corpus or document; undefined if not loaded or unnamed. */
  sourceTitle(connection: string, version: Version, name: string): string | undefined {
    const parent = name.split('/').slice(0, -2).join('/');
    const kind = parent === '' ? 'corpus' : 'document';
    return this.#titleOf({ ...collectionOf(connection, version, kind), name: parent }, name);
  }

  /** Returns the display name of a file search store; undefined if not loaded or unnamed. */
  storeTitle(connection: string, version: Version, name: string): string | undefined {
    return this.#titleOf(collectionOf(connection, version, 'fileSearchStore'), name);
  }

  #titleOf(listed: ResourceRef, name: string): string | undefined {
    const found = this.#store.peek(listed)?.items.find((item) => item.name === name);
    const title = textAt(found ?? {}, 'displayName');
    return title === '' ? undefined : title;
  }

  async beginning(collection: ResourceRef): Promise<readonly JsonObject[]> {
    return (await this.#store.list(collection)).items;
  }

  async #all(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList> {
    let loaded = await this.#store.list(collection, signal);
    for (let page = 1; loaded.nextPageToken !== undefined && page < MAX_PAGES; page++) {
      loaded = await this.#store.loadMore(collection, signal);
    }
    return loaded;
  }
}

/** Converts `gemini-x` to `models/gemini-x`; full names are unchanged. */
export function modelName(typed: string): string {
  const name = typed.trim();
  return name.includes('/') ? name : `models/${name}`;
}

/** Returns the collection in this version, or in the version that can list it. */
function collectionOf(
  connection: string,
  version: Version,
  kind: 'model' | 'tunedModel' | 'corpus' | 'document' | 'fileSearchStore' = 'model',
): ResourceRef {
  const served = listVersion(kind, version) ?? version;
  return { connection, version: served, kind, name: '', collection: true };
}
