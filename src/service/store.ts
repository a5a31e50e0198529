import type { Event } from '../base/event';
import type { Version } from '../api/versions';
import type { JsonObject } from '../api/schema/row';
import type { ResourceRef } from '../catalog/ref';

/** What is loaded of a list, in the server's order. */
export interface LoadedList {
  readonly items: readonly JsonObject[];
  /** Present while there is more. */
  readonly nextPageToken?: string;
}

/** The sole owner of fetched resources. Rooms read here and never keep copies. */
export interface Store {
  /** What is loaded of a collection: the first page is fetched when nothing is. */
  list(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList>;
  /** Appends the next page; shared by callers that ask meanwhile. */
  loadMore(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList>;
  /** What is loaded, without asking the service. */
  peek(collection: ResourceRef): LoadedList | undefined;
  /** Fetches one resource anew and merges it into what is loaded. */
  get(resource: ResourceRef, signal?: AbortSignal): Promise<JsonObject>;
  /** Forgets what was fetched for a resource or a collection; without one, of a whole connection. */
  invalidate(target: ResourceRef | { readonly connection: string }): void;
  readonly onDidChange: Event<StoreChange>;
}

/** What changed: a collection's rows, one resource, or everything of a connection. */
export interface StoreChange {
  readonly connection: string;
  readonly ref?: ResourceRef;
  readonly version?: Version;
}
