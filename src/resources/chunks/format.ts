import { isObject, tryParse } from '../../base/json';

/** How a source has its rows. */
export type Format =
  | { readonly kind: 'jsonl' }
  | { readonly kind: 'csv'; readonly separator: string }
  | { readonly kind: 'paragraphs' }
  | { readonly kind: 'lines' };

const SEPARATORS = [',', '\t', ';'];

/**
 * What a source looks like.
 *
 * @param name file name, whose ending counts where it says enough.
 * @param start the first few thousand characters.
 */
export function detectFormat(name: string, start: string): Format {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'jsonl' || ending === 'ndjson') return { kind: 'jsonl' };
  if (ending === 'tsv') return { kind: 'csv', separator: '\t' };
  const lines = start.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [first = '', second] = lines;
  const separator = separatorOf(first);
  if (ending === 'csv') return { kind: 'csv', separator: separator ?? ',' };
  if (ending === 'txt' || ending === 'md') return { kind: 'paragraphs' };
  if (isObject(tryParse(first))) return { kind: 'jsonl' };
  // A sentence may have commas too: a table has as many in its second row.
  const isTable =
    separator !== undefined &&
    second !== undefined &&
    cells(first, separator) === cells(second, separator);
  if (isTable) return { kind: 'csv', separator };
  return { kind: 'paragraphs' };
}

/** What most often stands between the cells of a line; undefined where it has only one. */
function separatorOf(line: string): string | undefined {
  const counts = SEPARATORS.map((one) => [one, cells(line, one)] as const);
  const [best] = counts.filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
  return best?.[0];
}

function cells(line: string, separator: string): number {
  return line.replaceAll(/"(?:[^"]|"")*"/g, '').split(separator).length;
}
