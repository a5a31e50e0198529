import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser/lib/esm/main.js';

/** Names and indexes from the root of a JSON document. */
export type JsonPath = readonly (string | number)[];

/** A part of a JSON document, as it was read. */
export type JsonTree = Node;

/** A part of a document; of a property, its name and its value. */
export function rangeOfPath(
  tree: JsonTree | undefined,
  path: JsonPath,
): { readonly offset: number; readonly length: number } | undefined {
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (!node) return undefined;
  const { parent } = node;
  return parent?.type === 'property' ? parent : node;
}

/** The longest beginning of a path that the document has; undefined where it has not even its first step. */
export function nearestPath(tree: JsonTree | undefined, path: JsonPath): JsonPath | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const part = path.slice(0, length);
    // A list that is given as one value, or a value that stands in a list.
    if (rangeOfPath(tree, part)) return part;
  }
  return undefined;
}

/** A text as strict JSON: its tree, and the place of the first mistake. */
export interface ParsedJson {
  readonly tree: JsonTree | undefined;
  /** Characters from the start; absent where the text is JSON. */
  readonly mistake?: { readonly offset: number; readonly length: number };
}

/** Reads a text as JSON without comments and trailing commas, with the places of its parts. Never throws. */
export function parseJson(text: string): ParsedJson {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  const [mistake] = errors;
  return mistake ? { tree, mistake } : { tree };
}
