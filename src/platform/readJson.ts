import { parseTree, type ParseError } from 'jsonc-parser/lib/esm/main.js';
import type { JsonTree } from './placeOf';

/** A text as strict JSON: its tree, and the place of the first mistake. */
export interface ReadJson {
  readonly tree: JsonTree | undefined;
  /** Characters from the start; absent where the text is JSON. */
  readonly mistake?: { readonly offset: number; readonly length: number };
}

/** Reads a text as JSON without comments and trailing commas, with the places of its parts. Never throws. */
export function readJson(text: string): ReadJson {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  const [mistake] = errors;
  return mistake ? { tree, mistake } : { tree };
}
