import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import type { ResourceRef } from '../catalog/ref';

/** What is loaded of a list, in the server's order. */
export interface LoadedList {
  readonly items: readonly JsonObject[];
  /** Present while there is more. */
  readonly nextPageToken?: string;
}

/** What a list is asked for instead of everything, by the names of parameters. */
export interface ListQuery {
  readonly [parameter: string]: string | readonly string[];
}

/** What is being done to a resource at the moment. */
export type Work = 'creating' | 'saving' | 'deleting';

export interface LoadAllOptions {
  readonly signal?: AbortSignal;
  /** Told after each page how many items are loaded. */
  readonly onPage?: (loaded: number) => void;
}

/** The sole owner of fetched resources. Rooms read here and never keep copies. */
export interface Store {
  /** What is loaded of a collection: the first page is fetched when nothing is. */
  list(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList>;
  /** Appends the next page; shared by callers that ask meanwhile. */
  loadMore(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList>;
  /** Appends page after page until there are no more. What came before it was cancelled stays. */
  loadAll(collection: ResourceRef, options?: LoadAllOptions): Promise<LoadedList>;
  /** What is loaded, without asking the service. */
  peek(collection: ResourceRef): LoadedList | undefined;
  /** Lets a collection be listed anew, with parameters of the service or without; until the window goes. */
  filterList(collection: ResourceRef, query: ListQuery | undefined): void;
  /** What of a collection is listed, where that is not all. */
  listFilter(collection: ResourceRef): ListQuery | undefined;
  /** What is loaded of one resource, without asking the service. */
  find(resource: ResourceRef): JsonObject | undefined;
  /**
   * Puts what the service answered to a create or a patch into what is loaded: in its place, or at the end of
   * a list that is loaded whole, as the service lists by time of creation.
   */
  merge(resource: ResourceRef, value: JsonObject): void;
  /** Takes deleted resources out of what is loaded, and what is loaded below them. */
  remove(resources: readonly ResourceRef[]): void;
  /** Tells that deleted resources are there again, with all that is below them. */
  restored(resources: readonly ResourceRef[]): void;
  /** Notes what is being done to resources, or made in a collection, until it is disposed. */
  mark(targets: readonly ResourceRef[], work: Work): Disposable;
  workOn(target: ResourceRef): Work | undefined;
  /**
   * Fetches one resource anew and merges it into what is loaded. One that is no more is taken out of that, where
   * its kind says how the service answers then; what the service answered is thrown all the same.
   */
  get(resource: ResourceRef, signal?: AbortSignal): Promise<JsonObject>;
  /** Lists a collection anew, as far as it was loaded, and shows what came of it all at once. */
  renew(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList>;
  /** Forgets what was fetched for a resource or a collection; without one, of a whole connection. */
  invalidate(
    target: ResourceRef | { readonly connection: string; readonly isRefresh?: boolean },
  ): void;
  readonly onDidChange: Event<StoreChange>;
}

/** Lists that the service does not have: of what this machine made there, and noted. */
export interface LocalLists {
  /** Undefined where the service has the list. */
  list(collection: ResourceRef): Promise<LoadedList | undefined>;
  /** What was fetched of a resource as its list has it. */
  listed(resource: ResourceRef, fetched: JsonObject): Promise<JsonObject>;
  /** These are no more. */
  removed(resources: readonly ResourceRef[]): Promise<void>;
}

/** What changed: a collection's rows, one resource, or everything of a connection. */
export interface StoreChange {
  readonly connection: string;
  readonly ref?: ResourceRef;
  readonly version?: Version;
  /** A collection has so many rows more at its end, and is otherwise as it was. */
  readonly appended?: number;
  /** The service had no more of one of its resources than this, which was loaded before, when it was asked for it. */
  readonly gone?: JsonObject;
  /** What the service has just answered of the resource; what is loaded may be a note of this machine. */
  readonly fetched?: JsonObject;
  /** The user wants everything of the connection anew: it answers to the same one as before. */
  readonly isRefresh?: boolean;
  /** These were deleted, with all that was below them. */
  readonly removed?: readonly ResourceRef[];
  /** These are there again after they were deleted, with all that is below them. */
  readonly restored?: readonly ResourceRef[];
}

/** Resource name of an item that has it; empty where the service gave none. */
export function nameOf(resource: JsonObject): string {
  const name = resource.name;
  return typeof name === 'string' ? name : '';
}
