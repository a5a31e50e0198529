import type { JsonObject } from '../api/schema/row';
import type { ResourceRef } from '../catalog/ref';
import type { LoadedList } from './store';

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
