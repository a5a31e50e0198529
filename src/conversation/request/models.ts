import { packedModels } from '../../api/modelPack';
import type { JsonObject } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { textAt } from '../../base/json';
import { listVersion } from '../../catalog/kindOperations';
import { modelStanding } from '../../catalog/modelStanding';
import type { ToldStatus } from '../../catalog/modelStatus';
import type { ResourceRef } from '../../catalog/ref';
import { EMULATOR_ID } from '../../service/connection';
import type { ModelStatuses } from '../../service/modelStatuses';
import type { LoadedList, Store } from '../../service/store';

/** What is needed of the store. */
export type ModelStore = Pick<
  Store,
  'list' | 'loadMore' | 'peek' | 'get' | 'invalidate' | 'onDidChange'
>;
import { DEFAULT_MODE, type PlaygroundMode } from '../model/conversation';
import type { ModelInfo } from '../model/protocol';
import { isTunedModel, lackingFacts, type ModelFact, modelInfo } from './modelFacts';
import { canDo, type RequestTarget } from './resolveTarget';

/** Pages that are fetched at most to fill a list of models; a page holds up to a thousand. */
const MAX_PAGES = 20;

/** The models of a connection, as the playground uses them. Reads the store, and keeps only what they refused. */
export class Models {
  readonly #store: ModelStore;
  readonly #statuses: Pick<ModelStatuses, 'of'>;
  /** By connection and name. */
  readonly #refused = new Map<string, ReadonlySet<ModelFact>>();

  constructor(store: ModelStore, statuses: Pick<ModelStatuses, 'of'>) {
    this.#store = store;
    this.#statuses = statuses;
  }

  /** What a model is without: by its row, or because the service said so before in this window. */
  lacking(connection: string | undefined, model: ModelInfo): readonly ModelFact[] {
    const refused = this.#refused.get(`${connection} ${model.name}`) ?? [];
    return [...new Set([...lackingFacts(model), ...refused])];
  }

  /** What the service said of a model beside its row; undefined where that is nothing. */
  told({
    connection,
    version,
    model,
  }: Pick<RequestTarget, 'connection' | 'version' | 'model'>): ToldStatus | undefined {
    if (connection === undefined) return undefined;
    return this.#statuses.of({ connection, version, name: model });
  }

  /** The service has refused a request because the model is without this. */
  learn(connection: string, model: string, facts: readonly ModelFact[]): void {
    const key = `${connection} ${model}`;
    this.#refused.set(key, new Set([...(this.#refused.get(key) ?? []), ...facts]));
  }

  /** Every model, whatever it can do. Throws what the store throws. */
  async list(
    connection: string,
    version: Version,
    signal?: AbortSignal,
  ): Promise<readonly ModelInfo[]> {
    const loaded = await this.#all(collectionOf(connection, version), signal);
    return loaded.items.map(modelInfo);
  }

  /**
   * The model that a conversation begins with: the wanted one where it is loaded, else the first that
   * can do what it asks for; undefined when none can. Asks for the first page only.
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
    // The emulator lists its own models first, which say what they do; the others only stand in for the live ones.
    if (connection === EMULATOR_ID) return found ?? described[0];
    return found ?? this.#preferred(described, connection, version);
  }

  /** The one that the documents name first among those that are served and stable; where they know none, the first. */
  #preferred(
    models: readonly ModelInfo[],
    connection: string,
    version: Version,
  ): ModelInfo | undefined {
    const now = Date.now();
    const served = models.filter(({ name }) => {
      const told = this.#statuses.of({ connection, version, name });
      return !modelStanding(name, now, told).isGone;
    });
    const stable = packedModels().filter(({ stage }) => stage === 'stable');
    const names = stable.map(({ id }) => `models/${id}`);
    const known = served.filter(({ name }) => names.includes(name));
    const [best] = known.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    return best ?? served[0] ?? models[0];
  }

  /** What is known of a model: from what is loaded, else from the service. Throws what the store throws. */
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

  /** Every tuned model that can answer. Throws what the store throws. */
  async tuned(connection: string, version: Version): Promise<readonly ModelInfo[]> {
    const loaded = await this.#all(collectionOf(connection, version, 'tunedModel'));
    return loaded.items.filter((item) => item.state === 'ACTIVE').map(modelInfo);
  }

  /** Every resource of a collection. Throws what the store throws. */
  async listed(collection: ResourceRef): Promise<readonly JsonObject[]> {
    return (await this.#all(collection)).items;
  }

  /** What a corpus or a document of one is called; undefined where that is not loaded, or has no name for people. */
  sourceTitle(connection: string, version: Version, name: string): string | undefined {
    const parent = name.split('/').slice(0, -2).join('/');
    const kind = parent === '' ? 'corpus' : 'document';
    return this.#titleOf({ ...collectionOf(connection, version, kind), name: parent }, name);
  }

  /** What a file search store is called; undefined where that is not loaded, or has no name for people. */
  storeTitle(connection: string, version: Version, name: string): string | undefined {
    return this.#titleOf(collectionOf(connection, version, 'fileSearchStore'), name);
  }

  #titleOf(listed: ResourceRef, name: string): string | undefined {
    const found = this.#store.peek(listed)?.items.find((item) => item.name === name);
    const title = textAt(found ?? {}, 'displayName');
    return title === '' ? undefined : title;
  }

  /** The first page of a collection. Throws what the store throws. */
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

/** `gemini-x` → `models/gemini-x`; a full name stays. */
export function modelName(typed: string): string {
  const name = typed.trim();
  return name.includes('/') ? name : `models/${name}`;
}

/** Where a kind is listed: in the version itself, or in the one that has the list. */
function collectionOf(
  connection: string,
  version: Version,
  kind: 'model' | 'tunedModel' | 'corpus' | 'document' | 'fileSearchStore' = 'model',
): ResourceRef {
  const served = listVersion(kind, version) ?? version;
  return { connection, version: served, kind, name: '', collection: true };
}
