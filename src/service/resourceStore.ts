import type { JsonObject } from '../api/schema/row';
import { abortable, SingleFlight } from '../base/async';
import { type Disposable, toDisposable } from '../base/disposable';
import { Emitter } from '../base/event';
import { collectionRef, refKey, type ResourceRef } from '../catalog/ref';
import type { Calls } from './calls';
import {
  type ListQuery,
  type LoadAllOptions,
  LoadedItems,
  type LoadedList,
  type LocalLists,
  type NameIn,
  type Store,
  type StoreChange,
  type Work,
  nameOf,
} from './store';

/**
 * Caches fetched resources by collection. Shares concurrent requests, which continue if a caller cancels.
 * Drops responses that were overtaken by `invalidate`.
 */
export class ResourceStore implements Store, Disposable {
  readonly #calls: Calls;
  readonly #local: (() => Promise<LocalLists>) | undefined;
  readonly #lists = new Map<string, LoadedItems>();
  readonly #work = new Map<string, Work>();
  readonly #filters = new Map<string, ListQuery>();
  readonly #generations = new Map<string, number>();
  readonly #flights = new SingleFlight<string, LoadedList>();
  readonly #gets = new SingleFlight<string, JsonObject>();
  /** Replaced when the tables load with the first list. */
  #nameIn: NameIn = (_collection, resource) => nameOf(resource);
  readonly #changed = new Emitter<StoreChange>();
  readonly onDidChange = this.#changed.event;

  constructor(calls: Calls, local?: () => Promise<LocalLists>) {
    this.#calls = calls;
    this.#local = local;
  }

  list(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList> {
    return abortable(this.#firstPage(collection), signal);
  }

  loadMore(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList> {
    return this.#share(`${refKey(collection)}+`, () => this.#nextPage(collection), signal);
  }

  renew(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList> {
    return this.#share(`${refKey(collection)}~`, () => this.#listAgain(collection), signal);
  }

  peek(collection: ResourceRef): LoadedList | undefined {
    return this.#lists.get(refKey(collection))?.list;
  }

  filterList(collection: ResourceRef, query: ListQuery | undefined): void {
    const key = refKey(collection);
    if (query === undefined) this.#filters.delete(key);
    else this.#filters.set(key, query);
    this.invalidate(collection);
  }

  listFilter(collection: ResourceRef): ListQuery | undefined {
    return this.#filters.get(refKey(collection));
  }

  get(resource: ResourceRef, signal?: AbortSignal): Promise<JsonObject> {
    const fetched = this.#gets.run(refKey(resource), () => this.#fetchOne(resource));
    return abortable(fetched, signal);
  }

  async loadAll(
    collection: ResourceRef,
    { signal, onPage }: LoadAllOptions = {},
  ): Promise<LoadedList> {
    let list = await this.list(collection, signal);
    while (list.nextPageToken !== undefined) {
      onPage?.(list.items.length);
      signal?.throwIfAborted();
      list = await this.loadMore(collection, signal);
    }
    onPage?.(list.items.length);
    return list;
  }

  find(resource: ResourceRef): JsonObject | undefined {
    return this.#lists.get(refKey(collectionRef(resource)))?.find(resource.name);
  }

  merge(resource: ResourceRef, value: JsonObject): void {
    const key = refKey(collectionRef(resource));
    const list = this.#lists.get(key);
    if (list?.has(value)) {
      list.put(value);
      this.#fire(resource);
      return;
    }
    if (list && list.nextPageToken === undefined) list.put(value);
    this.#fire(collectionRef(resource));
  }

  remove(resources: readonly ResourceRef[]): void {
    void this.#local?.().then((local) => local.removed(resources));
    for (const { connection, version, name } of resources) {
      const where = `${connection}/${version}[`;
      const below = [...this.#lists.keys()].filter(
        (one) => one.startsWith(where) && `${afterKind(one)}/`.startsWith(`${name}/`),
      );
      for (const one of below) this.#forget(one);
    }
    for (const { collection, members } of byCollection(resources)) {
      this.#lists.get(refKey(collection))?.remove(new Set(members.map(({ name }) => name)));
      this.#tell(collection, { removed: members });
    }
  }

  restored(resources: readonly ResourceRef[]): void {
    for (const { collection, members } of byCollection(resources)) {
      this.#tell(collection, { restored: members });
    }
  }

  mark(targets: readonly ResourceRef[], work: Work): Disposable {
    const keys = targets.map(refKey);
    for (const key of keys) this.#work.set(key, work);
    for (const target of targets) this.#fire(target);
    return toDisposable(() => {
      for (const key of keys) this.#work.delete(key);
      for (const target of targets) this.#fire(target);
    });
  }

  workOn(target: ResourceRef): Work | undefined {
    return this.#work.get(refKey(target));
  }

  invalidate(
    target: ResourceRef | { readonly connection: string; readonly isRefresh?: boolean },
  ): void {
    if (!('kind' in target)) {
      const isOf = (key: string): boolean => key.startsWith(`${target.connection}/`);
      for (const key of [...this.#generations.keys()].filter(isOf)) this.#forget(key);
      this.#gets.forgetWhere(isOf);
      const { connection, isRefresh } = target;
      this.#changed.fire({ connection, ...(isRefresh && { isRefresh }) });
      return;
    }
    if (target.collection) this.#forget(refKey(target));
    else this.#gets.forget(refKey(target));
    this.#fire(target);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#lists.clear();
  }

  #share(
    key: string,
    ask: () => Promise<LoadedList>,
    signal: AbortSignal | undefined,
  ): Promise<LoadedList> {
    return abortable(this.#flights.run(key, ask), signal);
  }

  async #firstPage(collection: ResourceRef): Promise<LoadedList> {
    const key = refKey(collection);
    const loaded = this.#lists.get(key);
    if (loaded) return loaded.list;
    const generation = this.#generation(key);
    let list: LoadedList;
    try {
      list = await this.#flights.run(key, () => this.#fetchPage(collection, undefined));
    } catch (error) {
      // Overtaken by a refresh: the newer request decides.
      if (generation !== this.#generation(key)) return await this.#firstPage(collection);
      throw error;
    }
    if (generation !== this.#generation(key)) return await this.#firstPage(collection);
    const known = this.#lists.get(key);
    if (known) return known.list;
    const items = new LoadedItems(collection, list, this.#nameIn);
    this.#lists.set(key, items);
    return items.list;
  }

  async #listAgain(collection: ResourceRef): Promise<LoadedList> {
    const before = this.peek(collection);
    if (before) {
      const items = new LoadedItems(collection, { items: [] }, this.#nameIn);
      do items.append(await this.#fetchPage(collection, items.nextPageToken));
      while (items.nextPageToken !== undefined && items.list.items.length < before.items.length);
      if (this.peek(collection) === before) {
        this.#lists.set(refKey(collection), items);
        this.#fire(collection);
      }
    }
    return await this.#firstPage(collection);
  }

  async #nextPage(collection: ResourceRef): Promise<LoadedList> {
    const key = refKey(collection);
    const before = await this.#firstPage(collection);
    if (before.nextPageToken === undefined) return before;
    const generation = this.#generation(key);
    const page = await this.#fetchPage(collection, before.nextPageToken);
    if (generation !== this.#generation(key)) return await this.#firstPage(collection);
    const items = this.#lists.get(key) ?? new LoadedItems(collection, before, this.#nameIn);
    const appended = items.append(page);
    this.#lists.set(key, items);
    this.#fire(collection, appended);
    return items.list;
  }

  async #fetchPage(collection: ResourceRef, pageToken: string | undefined): Promise<LoadedList> {
    // Loads the tables on first use instead of at activation.
    const { filteredCall, listCall, pageOf } = await import('./tableCalls');
    this.#nameIn = (await import('../catalog/resourceName')).resourceName;
    const local = await (await this.#local?.())?.list(collection);
    if (local) return local;
    const call = listCall(collection, pageToken);
    const { id, input } = call;
    const filter = this.listFilter(collection);
    const filtered = filter === undefined ? undefined : filteredCall(collection, call, filter);
    const answer = await this.#calls.call(
      filtered?.place ?? collection,
      id,
      filtered?.input ?? input,
    );
    return pageOf(answer, call, pageToken);
  }

  async #fetchOne(resource: ResourceRef): Promise<JsonObject> {
    const { getCall } = await import('./tableCalls');
    const { id, input } = getCall(resource);
    const key = refKey(collectionRef(resource));
    const generation = this.#generation(key);
    let fetched: JsonObject;
    try {
      fetched = await this.#calls.call(resource, id, input);
    } catch (error) {
      await this.#dropGone(resource, error);
      throw error;
    }
    // A list loaded in the meantime may be newer or from a different endpoint.
    const listed = (await (await this.#local?.())?.listed(resource, fetched)) ?? fetched;
    const isLatest = generation === this.#generation(key);
    const list = isLatest ? this.#lists.get(key) : undefined;
    if (list?.has(fetched)) list.put(listed);
    this.#tell(resource, isLatest ? { fetched } : {});
    return fetched;
  }

  async #dropGone(resource: ResourceRef, error: unknown): Promise<void> {
    const gone = this.find(resource);
    if (!gone) return;
    const { isGone } = await import('./resourceErrors');
    const { kindRow } = await import('../catalog/kinds');
    // Some listed resources can't be fetched, such as old models; they stay in the list.
    if (!kindRow(resource.kind).gone || !isGone(resource.kind, error)) return;
    this.remove([resource]);
    const { connection, version } = resource;
    this.#changed.fire({ connection, version, ref: collectionRef(resource), gone });
  }

  #generation(key: string): number {
    const known = this.#generations.get(key) ?? 0;
    this.#generations.set(key, known);
    return known;
  }

  #forget(key: string): void {
    this.#generations.set(key, this.#generation(key) + 1);
    this.#lists.delete(key);
    this.#flights.forget(key);
    this.#flights.forget(`${key}+`);
    this.#flights.forget(`${key}~`);
  }

  #fire(ref: ResourceRef, appended?: number): void {
    this.#tell(ref, appended === undefined ? {} : { appended });
  }

  #tell(ref: ResourceRef, what: Omit<StoreChange, 'connection' | 'version' | 'ref'>): void {
    const { connection, version } = ref;
    this.#changed.fire({ connection, version, ref, ...what });
  }
}

function byCollection(
  resources: readonly ResourceRef[],
): readonly { readonly collection: ResourceRef; readonly members: readonly ResourceRef[] }[] {
  const groups = Map.groupBy(resources, (resource) => refKey(collectionRef(resource)));
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first ? [{ collection: collectionRef(first), members }] : [];
  });
}

function afterKind(key: string): string {
  return key.slice(key.indexOf(']/') + 2);
}
