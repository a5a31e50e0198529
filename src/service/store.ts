import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import type { ResourceRef } from '../catalog/ref';

/** Loaded items of a list, in server order. */
export interface LoadedList {
  readonly items: readonly JsonObject[];
  /** Undefined on the last page. */
  readonly nextPageToken?: string;
}

export interface ListQuery {
  readonly [parameter: string]: string | readonly string[];
}

export type Work = 'creating' | 'saving' | 'deleting';

export interface LoadAllOptions {
  readonly signal?: AbortSignal;
  readonly onPage?: (loaded: number) => void;
}

/** The only cache of fetched resources. Callers read from the cache and never store copies. */
export interface Store {
  list(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList>;
  /** Appends the next page. Concurrent calls share one request. */
  loadMore(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList>;
  /** Appends all remaining pages. Pages loaded before a cancellation are retained. */
  loadAll(collection: ResourceRef, options?: LoadAllOptions): Promise<LoadedList>;
  peek(collection: ResourceRef): LoadedList | undefined;
  /** Sets or clears the filter of a list until the window closes. */
  filterList(collection: ResourceRef, query: ListQuery | undefined): void;
  listFilter(collection: ResourceRef): ListQuery | undefined;
  find(resource: ResourceRef): JsonObject | undefined;
  /**
   * Merges the response of a create or update: in place, or at the end of a fully loaded list,
   * as the API sorts by creation time.
   */
  merge(resource: ResourceRef, value: JsonObject): void;
  remove(resources: readonly ResourceRef[]): void;
  restored(resources: readonly ResourceRef[]): void;
  /** Marks resources, or a collection, as being changed until disposed. */
  mark(targets: readonly ResourceRef[], work: Work): Disposable;
  workOn(target: ResourceRef): Work | undefined;
  /**
   * Fetches and merges one resource. Removes the resource if its type's error means "not found", and still
   * throws the error.
   */
  get(resource: ResourceRef, signal?: AbortSignal): Promise<JsonObject>;
  /** Lists again as far as loaded, with one change event at the end. */
  renew(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList>;
  /** Drops cached data of a resource or collection; of the whole connection by default. */
  invalidate(
    target: ResourceRef | { readonly connection: string; readonly isRefresh?: boolean },
  ): void;
  readonly onDidChange: Event<StoreChange>;
}

/** Lists of local records that the API doesn't offer. */
export interface LocalLists {
  /** Undefined if the API offers the list. */
  list(collection: ResourceRef): Promise<LoadedList | undefined>;
  listed(resource: ResourceRef, fetched: JsonObject): Promise<JsonObject>;
  removed(resources: readonly ResourceRef[]): Promise<void>;
}

export interface StoreChange {
  readonly connection: string;
  readonly ref?: ResourceRef;
  readonly version?: Version;
  /** Number of items appended, if nothing else changed. */
  readonly appended?: number;
  /** Last known content of a resource that the API no longer finds. */
  readonly gone?: JsonObject;
  /** The API's current response; the list may contain a local record instead. */
  readonly fetched?: JsonObject;
  readonly isRefresh?: boolean;
  readonly removed?: readonly ResourceRef[];
  readonly restored?: readonly ResourceRef[];
}

/** Returns the resource name; empty if missing. */
export function nameOf(resource: JsonObject): string {
  const name = resource.name;
  return typeof name === 'string' ? name : '';
}

export type NameIn = (collection: ResourceRef, resource: JsonObject) => string;

/**
 * Loaded items of one list, indexed by name. Appending costs only the new page;
 * readers copy the list once after each change.
 */
export class LoadedItems {
  readonly #items: JsonObject[] = [];
  readonly #places = new Map<string, number>();
  readonly #nameOf: (item: JsonObject) => string;
  #nextPageToken: string | undefined;
  #list: LoadedList | undefined;

  constructor(collection: ResourceRef, page: LoadedList, nameIn: NameIn) {
    this.#nameOf = (item) => nameIn(collection, item);
    this.append(page);
  }

  get list(): LoadedList {
    this.#list ??= {
      items: this.#items.slice(),
      ...(this.#nextPageToken === undefined ? {} : { nextPageToken: this.#nextPageToken }),
    };
    return this.#list;
  }

  get nextPageToken(): string | undefined {
    return this.#nextPageToken;
  }

  has(item: JsonObject): boolean {
    return this.#places.has(this.#nameOf(item));
  }

  find(name: string): JsonObject | undefined {
    const place = this.#places.get(name);
    return place === undefined ? undefined : this.#items[place];
  }

  /**
   * Appends a page in server order. An existing item keeps its position and takes the newer content,
   * as pages shift when resources change.
   * @returns the number of new items; undefined if others changed.
   */
  append({ items, nextPageToken }: LoadedList): number | undefined {
    this.#list = undefined;
    const before = this.#items.length;
    let named = 0;
    for (const item of items) {
      if (this.#nameOf(item) === '') continue;
      named += 1;
      this.put(item);
    }
    this.#nextPageToken = nextPageToken;
    const added = this.#items.length - before;
    return added === named ? added : undefined;
  }

  put(item: JsonObject): void {
    this.#list = undefined;
    const name = this.#nameOf(item);
    const place = this.#places.get(name);
    if (place === undefined) this.#places.set(name, this.#items.push(item) - 1);
    else this.#items[place] = item;
  }

  remove(names: ReadonlySet<string>): void {
    this.#list = undefined;
    const left = this.#items.filter((item) => !names.has(this.#nameOf(item)));
    this.#items.length = 0;
    this.#places.clear();
    for (const item of left) this.put(item);
  }
}
