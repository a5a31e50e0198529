import type { JsonObject } from '../api/schema/row';
import type { LoadedList } from './store';

/** Resource name of an item; empty where the service gave none. */
export function nameOf(resource: JsonObject): string {
  const name = resource.name;
  return typeof name === 'string' ? name : '';
}

/**
 * A list with another page after it, in the server's order. An item that is there already keeps its place
 * and takes the newer content: pages shift when something is created or deleted between two requests.
 */
export function appendPage(list: LoadedList, page: LoadedList): LoadedList {
  const byName = new Map(list.items.map((item) => [nameOf(item), item]));
  for (const item of page.items) {
    if (nameOf(item) !== '') byName.set(nameOf(item), item);
  }
  const { nextPageToken } = page;
  return {
    items: [...byName.values()],
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
  };
}
