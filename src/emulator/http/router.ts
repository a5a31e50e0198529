import { matchTemplate } from '../../api/names';
import { operationIds, operationRow, type OperationId } from '../../api/operations';
import type { OperationRow } from '../../api/operations/row';
import { VERSIONS, type Version } from '../../api/versions';

export interface Route {
  readonly operation: OperationId;
  readonly row: OperationRow;
  readonly version: Version;
  /** Resource names by the template's field, such as `model` → `models/x`. */
  readonly path: { readonly [name: string]: string };
}

type Entry = Omit<Route, 'path'>;

/** Finds the operation of a verb and path, by the operations table. */
export class Router {
  readonly #entries = new Map<string, Entry[]>();

  constructor() {
    for (const operation of operationIds()) {
      const row = operationRow(operation);
      // Uploads have a path of their own.
      if (row.upload) continue;
      for (const version of row.versions) {
        const key = keyOf(row.verb, version);
        const known = this.#entries.get(key) ?? [];
        this.#entries.set(key, [...known, { operation, row, version }]);
      }
    }
  }

  /** @param path the URL's path, still encoded. */
  find(verb: string, path: string): Route | undefined {
    const version = VERSIONS.find((known) => path.startsWith(`/${known}/`));
    if (!version) return undefined;
    const rest = path.slice(version.length + 2);
    for (const entry of this.#entries.get(keyOf(verb, version)) ?? []) {
      const values = matchTemplate(entry.row.path, rest);
      if (values) return { ...entry, path: values };
    }
    return undefined;
  }
}

function keyOf(verb: string, version: Version): string {
  return `${verb} ${version}`;
}
