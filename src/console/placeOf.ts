import { findNodeAtLocation, type Node } from 'jsonc-parser/lib/esm/main.js';

/** Names and indexes from the root of a JSON document. */
export type Path = readonly (string | number)[];

/** A part of a document; of a property, its name and its value. */
export function placeOf(
  tree: Node | undefined,
  path: Path,
): { readonly offset: number; readonly length: number } | undefined {
  const node = tree && findNodeAtLocation(tree, [...path]);
  if (!node) return undefined;
  const { parent } = node;
  return parent?.type === 'property' ? parent : node;
}
