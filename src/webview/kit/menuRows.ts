import type { IconName } from './icon';

/** A row of a menu. */
export interface MenuRow {
  readonly id: string;
  readonly label: string;
  /** A few words beside the label. */
  readonly description?: string | undefined;
  /** What is told of it while it is the active one, line by line. */
  readonly details?: readonly string[] | undefined;
  /** Before its label. */
  readonly icon?: IconName | undefined;
  /** A line goes before the row; with a heading, which may be empty. */
  readonly separator?: string | undefined;
  /** It is what is used now. */
  readonly isCurrent?: boolean | undefined;
  /** Choosing it shows another page. */
  readonly leads?: boolean | undefined;
  /** What its label says with what was typed to search; such a row stays whatever that is. */
  readonly typedLabel?: ((typed: string) => string) | undefined;
}

/** What a menu shows at one time. */
export interface MenuPage {
  /** Of a `choice`, one row is what is used now; `actions` are things to do. */
  readonly kind: 'choice' | 'actions';
  readonly title: string;
  /** In the field to search in. */
  readonly placeholder?: string | undefined;
  readonly rows: readonly MenuRow[];
}

/** Rows under one heading, or below a line. */
export interface MenuGroup {
  /** Absent at the top, empty below a plain line. */
  readonly heading: string | undefined;
  readonly rows: readonly MenuRow[];
}

/** What a menu draws. */
export interface ShownRows {
  readonly groups: readonly MenuGroup[];
  /** Rows that matched and are not drawn, because there are so many. */
  readonly more: number;
}

/** Rows that are drawn at most: who looks for one among more than these types. */
const MAX_DRAWN = 300;

/**
 * The rows that match what was typed, in their groups: best ones first, and the group with the best one first. All of
 * them in their own order where nothing was typed.
 */
export function shownRows(all: readonly MenuRow[], typed: string, max = MAX_DRAWN): ShownRows {
  const query = typed.trim().toLowerCase();
  const found = query === '' ? grouped(all) : matching(grouped(all), query);
  let left = max;
  const groups = found.map(({ heading, rows }) => {
    // What stays whatever is typed is never left out.
    const drawn = rows.filter((row) => row.typedLabel !== undefined || left-- > 0);
    return { heading, rows: drawn };
  });
  return { groups: groups.filter(({ rows }) => rows.length > 0), more: Math.max(0, -left) };
}

function grouped(rows: readonly MenuRow[]): readonly MenuGroup[] {
  const groups: { heading: string | undefined; rows: MenuRow[] }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && row.separator === undefined) last.rows.push(row);
    else groups.push({ heading: row.separator, rows: [row] });
  }
  return groups;
}

/** Of a row that stays whatever is typed: behind all that match. */
const STAYS = 100;

function matching(groups: readonly MenuGroup[], query: string): readonly MenuGroup[] {
  return groups
    .map(({ heading, rows }) => {
      const ranked = rows
        .map((row) => ({ row, rank: row.typedLabel ? STAYS : matchRank(row, query) }))
        .filter((one): one is { row: MenuRow; rank: number } => one.rank !== undefined)
        .sort((a, b) => a.rank - b.rank);
      return { heading, rows: ranked.map(({ row }) => row), best: ranked[0]?.rank ?? Infinity };
    })
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => a.best - b.best);
}

/**
 * How well a row matches, 0 best: its label is that, begins so, has a word that begins so, has it anywhere; all words
 * are somewhere in what is told of it; its label has the letters in this order. Undefined where it does not match.
 * @param query in lower case, without white space around it
 */
export function matchRank(row: MenuRow, query: string): number | undefined {
  const label = row.label.toLowerCase();
  if (label === query) return 0;
  if (label.startsWith(query)) return 1;
  if (label.split(/[\s\-/._()]+/).some((word) => word.startsWith(query))) return 2;
  if (label.includes(query)) return 3;
  const told = [label, row.description, ...(row.details ?? [])].join('\n').toLowerCase();
  if (query.split(/\s+/).every((word) => told.includes(word))) return 4;
  return hasInOrder(label, query) ? 5 : undefined;
}

function hasInOrder(text: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    if (/\s/.test(letter)) continue;
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}
