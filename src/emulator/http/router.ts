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

interface Entry {
  readonly operation: OperationId;
  readonly row: OperationRow;
  readonly version: Version;
  readonly shape: RegExp;
  readonly names: readonly string[];
}

/** Finds the operation of a verb and path, by the operations table. */
export class Router {
  readonly #entries: readonly Entry[] = operationIds().flatMap((operation) => {
    const row = operationRow(operation);
    // Uploads have a path of their own.
    if (row.upload) return [];
    return VERSIONS.filter((version) => row.versions.includes(version)).map((version) => ({
      operation,
      row,
      version,
      ...compile(version, row.path),
    }));
  });

  /** @param path the URL's path, still encoded. */
  find(verb: string, path: string): Route | undefined {
    for (const { shape, names, ...entry } of this.#entries) {
      const found = entry.row.verb === verb ? shape.exec(path) : null;
      if (!found) continue;
      const values = found.slice(1).map(decode);
      if (values.some((value) => value === undefined)) return undefined;
      return {
        ...entry,
        path: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
      };
    }
    return undefined;
  }
}

/** `{model=models/*}:generateContent` → a shape with a group for the resource name. */
function compile(version: Version, template: string): Pick<Entry, 'shape' | 'names'> {
  const names: string[] = [];
  const source = template.split(/(\{[^}]*\})/).map((piece) => {
    const [, name, pattern] = /^\{([^=}]*)=([^}]*)\}$/.exec(piece) ?? [];
    if (name === undefined || pattern === undefined) return literal(piece);
    names.push(name);
    return `(${pattern.split('*').map(literal).join('[^/:]+')})`;
  });
  return { names, shape: new RegExp(`^/${version}/${source.join('')}$`) };
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A broken escape names nothing, so there is no such route.
    return undefined;
  }
}
