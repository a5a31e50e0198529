import type { OperationId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import type { Version } from '../api/versions';
import { abortable } from '../base/abortable';
import { SingleFlight } from '../base/async';
import type { Disposable } from '../base/disposable';
import { AppError } from '../base/errors';
import { Emitter } from '../base/event';
import { refKey, type ResourceRef } from '../catalog/ref';
import type { Clients } from './clients';
import { appendPage, replaceItem } from './loadedList';
import type { LoadedList, Store, StoreChange } from './store';

/** A client as code calls it that takes its operation from a table and not by name. */
interface TableClient {
  call(
    id: OperationId,
    input: { readonly [name: string]: unknown },
    options: { readonly version: Version },
  ): Promise<unknown>;
}

/**
 * Keeps what was fetched, by collection. Requests for the same thing are shared, and outlive a caller that
 * gives up: others may wait for them. An answer that was overtaken by `invalidate` is dropped.
 */
export class ResourceStore implements Store, Disposable {
  readonly #clients: Clients;
  readonly #lists = new Map<string, LoadedList>();
  readonly #generations = new Map<string, number>();
  readonly #flights = new SingleFlight<string, LoadedList>();
  readonly #gets = new SingleFlight<string, JsonObject>();
  readonly #changed = new Emitter<StoreChange>();
  readonly onDidChange = this.#changed.event;

  constructor(clients: Clients) {
    this.#clients = clients;
  }

  list(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList> {
    return abortable(this.#firstPage(collection), signal);
  }

  loadMore(collection: ResourceRef, signal?: AbortSignal): Promise<LoadedList> {
    const key = refKey(collection);
    const more = this.#flights.run(`${key}+`, () => this.#nextPage(collection));
    return abortable(more, signal);
  }

  peek(collection: ResourceRef): LoadedList | undefined {
    return this.#lists.get(refKey(collection));
  }

  get(resource: ResourceRef, signal?: AbortSignal): Promise<JsonObject> {
    const fetched = this.#gets.run(refKey(resource), () => this.#fetchOne(resource));
    return abortable(fetched, signal);
  }

  invalidate(target: ResourceRef | { readonly connection: string }): void {
    if (!('kind' in target)) {
      const isOf = (key: string): boolean => key.startsWith(`${target.connection}/`);
      for (const key of [...this.#generations.keys()].filter(isOf)) this.#forget(key);
      this.#gets.forgetWhere(isOf);
      this.#changed.fire({ connection: target.connection });
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

  async #firstPage(collection: ResourceRef): Promise<LoadedList> {
    const key = refKey(collection);
    const loaded = this.#lists.get(key);
    if (loaded) return loaded;
    const generation = this.#generation(key);
    let list: LoadedList;
    try {
      list = await this.#flights.run(key, () => this.#fetchPage(collection, undefined));
    } catch (error) {
      // Overtaken by a refresh: what counts is how the newer request ends.
      if (generation !== this.#generation(key)) return await this.#firstPage(collection);
      throw error;
    }
    if (generation !== this.#generation(key)) return await this.#firstPage(collection);
    const known = this.#lists.get(key);
    if (known) return known;
    this.#lists.set(key, list);
    return list;
  }

  async #nextPage(collection: ResourceRef): Promise<LoadedList> {
    const key = refKey(collection);
    const before = await this.#firstPage(collection);
    if (before.nextPageToken === undefined) return before;
    const generation = this.#generation(key);
    const page = await this.#fetchPage(collection, before.nextPageToken);
    if (generation !== this.#generation(key)) return await this.#firstPage(collection);
    const list = appendPage(this.#lists.get(key) ?? before, page);
    this.#lists.set(key, list);
    this.#fire(collection);
    return list;
  }

  async #fetchPage(collection: ResourceRef, pageToken: string | undefined): Promise<LoadedList> {
    // The tables load here, on first use, and not when the window opens.
    const { listCall, pageOf } = await import('./tableCalls');
    const { id, input, items } = listCall(collection, pageToken);
    const answer = await this.#call(collection, id, input);
    return appendPage({ items: [] }, pageOf(answer, items, pageToken));
  }

  async #fetchOne(resource: ResourceRef): Promise<JsonObject> {
    const { collectionOf, getCall } = await import('./tableCalls');
    const { id, input } = getCall(resource);
    const key = refKey(collectionOf(resource));
    const generation = this.#generation(key);
    const fetched = await this.#call(resource, id, input);
    // A list that was loaded anew meanwhile may be the newer one, or another service's.
    const list = generation === this.#generation(key) ? this.#lists.get(key) : undefined;
    const merged = list && replaceItem(list, fetched);
    if (merged) this.#lists.set(key, merged);
    this.#fire(resource);
    return fetched;
  }

  async #call(
    { connection, version }: ResourceRef,
    id: OperationId,
    input: { readonly [name: string]: unknown },
  ): Promise<JsonObject> {
    const client: TableClient = await this.#clients.get(connection);
    const answer = await client.call(id, input, { version });
    if (typeof answer === 'object' && answer !== null) return answer as JsonObject;
    throw new AppError('badAnswer', `${id}: the service answered something else than an object.`);
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
  }

  #fire(ref: ResourceRef): void {
    this.#changed.fire({ connection: ref.connection, version: ref.version, ref });
  }
}
