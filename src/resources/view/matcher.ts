import type { JsonObject } from '../../api/schema/row';
import { childCollections } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';
import { nameOf } from '../../service/loadedList';
import type { Store } from '../../service/store';

/** Fills the places of a text: translated, as rows show it. */
export type Translate = (text: {
  readonly message: string;
  readonly args: readonly (string | number)[];
}) => string;

/** Finds a text in what is loaded: in labels, names, descriptions, states and types, without regard to case. */
export class Matcher {
  readonly #store: Store;
  readonly #translate: Translate;
  readonly #text: string;

  constructor(store: Store, text: string, translate: Translate) {
    this.#store = store;
    this.#translate = translate;
    this.#text = text.toLowerCase();
  }

  /** Whether the resource itself has the text. */
  matches({ kind }: ResourceRef, resource: JsonObject): boolean {
    const row = kindRow(kind);
    const told = [
      row.description(resource, Date.now()),
      row.state?.(resource),
      row.type?.(resource),
    ];
    const texts = [
      ...[row.label(resource), nameOf(resource)],
      ...told.map((text) => (text ? this.#translate(text) : '')),
    ];
    return texts.some((text) => text.toLowerCase().includes(this.#text));
  }

  /** Whether the resource has the text, or something loaded below it has or may have. */
  shows(collection: ResourceRef, resource: JsonObject): boolean {
    if (this.matches(collection, resource)) return true;
    const { connection, version, kind } = collection;
    const ref: ResourceRef = { connection, version, kind, name: nameOf(resource) };
    if (!parseRef(ref)) return false;
    return childCollections(ref).some((below) => {
      const list = this.#store.peek(below);
      // Where only some pages are loaded, the row that searches the others has to be in reach.
      if (list?.nextPageToken !== undefined) return true;
      return list?.items.some((item) => this.shows(below, item)) ?? false;
    });
  }
}
