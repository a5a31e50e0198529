import type { JsonObject } from '../api/schema/row';
import { nameOf } from './loadedList';
import type { LoadedList } from './store';

/**
 * What is loaded of one list, found by name. A page costs what it has, and not what came before it: only
 * who looks at the list copies it, once after each change.
 */
export class LoadedItems {
  readonly #items: JsonObject[] = [];
  readonly #places = new Map<string, number>();
  #nextPageToken: string | undefined;
  #list: LoadedList | undefined;

  constructor(page: LoadedList) {
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

  find(name: string): JsonObject | undefined {
    const place = this.#places.get(name);
    return place === undefined ? undefined : this.#items[place];
  }

  /**
   * Adds another page, in the server's order. An item that is there already keeps its place and takes the
   * newer content: pages shift when something is created or deleted between two requests.
   * @returns how many items are new; undefined where others changed.
   */
  append({ items, nextPageToken }: LoadedList): number | undefined {
    this.#list = undefined;
    const before = this.#items.length;
    let named = 0;
    for (const item of items) {
      if (nameOf(item) === '') continue;
      named += 1;
      this.put(item);
    }
    this.#nextPageToken = nextPageToken;
    const added = this.#items.length - before;
    return added === named ? added : undefined;
  }

  /** Puts an item in its place, or at the end. */
  put(item: JsonObject): void {
    this.#list = undefined;
    const place = this.#places.get(nameOf(item));
    if (place === undefined) this.#places.set(nameOf(item), this.#items.push(item) - 1);
    else this.#items[place] = item;
  }

  remove(names: ReadonlySet<string>): void {
    this.#list = undefined;
    const left = this.#items.filter((item) => !names.has(nameOf(item)));
    this.#items.length = 0;
    this.#places.clear();
    for (const item of left) this.put(item);
  }
}
