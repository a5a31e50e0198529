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
