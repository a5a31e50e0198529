import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Icon, type IconName } from './icon';

export interface MenuRow {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  /** Shown while the row is active, one entry per line. */
  readonly details?: readonly string[] | undefined;
  readonly icon?: IconName | undefined;
  readonly separator?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  /** Whether choosing the row opens another page. */
  readonly leads?: boolean | undefined;
  /** Label for the search text. Such rows always match. */
  readonly typedLabel?: ((typed: string) => string) | undefined;
}

export interface MenuPage {
  /** `choice` has a current row; `actions` doesn't. */
  readonly kind: 'choice' | 'actions';
  readonly title: string;
  readonly placeholder?: string | undefined;
  readonly rows: readonly MenuRow[];
}

interface MenuGroup {
  /** Undefined at the top, empty for a plain separator. */
  readonly heading: string | undefined;
  readonly rows: readonly MenuRow[];
}

interface ShownRows {
  readonly groups: readonly MenuGroup[];
  /** Number of matching rows beyond the limit. */
  readonly more: number;
}

/** Maximum number of rendered rows. Users filter longer lists. */
const MAX_DRAWN = 300;

/** Returns matching rows in groups, best match first. Keeps the original order without search text. */
export function shownRows(all: readonly MenuRow[], typed: string, max = MAX_DRAWN): ShownRows {
  const query = typed.trim().toLowerCase();
  const found = query === '' ? grouped(all) : matching(grouped(all), query);
  let left = max;
  const groups = found.map(({ heading, rows }) => {
    // Rows with `typedLabel` ignore the limit.
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

/** Rank of rows with `typedLabel`, after all matches. */
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
 * Ranks a match, 0 best: equal, prefix, word prefix, substring, all words in any text, letters in order.
 * Undefined if no match.
 * @param query trimmed, in lower case
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

interface MenuListProps {
  readonly id: string;
  readonly page: Pick<MenuPage, 'kind' | 'title' | 'rows'>;
  readonly shown: ShownRows;
  readonly active: MenuRow | undefined;
  readonly typed: string;
  readonly isFocused: boolean;
  readonly onActive: (row: MenuRow) => void;
  readonly onChoose: (row: MenuRow) => void;
}

export function rowId(id: string, index: number): string {
  return `${id}-row-${index}`;
}

export function MenuList(props: MenuListProps): VNode {
  const { id, page, shown, active, isFocused } = props;
  const isChoice = page.kind === 'choice';
  const { groups, more } = shown;
  const rows = groups.flatMap((group) => group.rows);
  const at = active ? rows.indexOf(active) : -1;
  const hasDetails = page.rows.some(({ details = [] }) => details.length > 0);
  let first = 0;
  return (
    <>
      <div
        id={`${id}-list`}
        class="menu-list"
        role={isChoice ? 'listbox' : 'menu'}
        aria-label={page.title}
        aria-activedescendant={isFocused && at >= 0 ? rowId(id, at) : undefined}
        tabIndex={-1}
      >
        {groups.map((group) => {
          const from = first;
          first += group.rows.length;
          return <Group {...props} key={group.rows[0]?.id} group={group} from={from} />;
        })}
        {rows.length === 0 && (
          <p class="menu-note" role="status">
            {l10n.t('No matches')}
          </p>
        )}
        {more > 0 && <p class="menu-note">{l10n.t('{0} more. Type to find them.', more)}</p>}
      </div>
      {hasDetails && (
        <div id={`${id}-details`} class="menu-details">
          {(active?.details ?? []).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
    </>
  );
}

interface GroupProps extends MenuListProps {
  readonly group: MenuGroup;
  readonly from: number;
}

function Group({ group: { heading, rows }, from, ...props }: GroupProps): VNode {
  const headingId = `${props.id}-heading-${from}`;
  return (
    <div class="menu-group" role="group" aria-labelledby={heading ? headingId : undefined}>
      {heading !== undefined && from > 0 && <div class="menu-line" role="presentation" />}
      {heading && (
        <div id={headingId} class="menu-heading" role="presentation">
          {heading}
        </div>
      )}
      {rows.map((row, index) => (
        <Row {...props} key={row.id} row={row} index={from + index} />
      ))}
    </div>
  );
}

interface RowProps extends MenuListProps {
  readonly row: MenuRow;
  readonly index: number;
}

function Row({ id, page, row, index, active, typed, onActive, onChoose }: RowProps): VNode {
  const isChoice = page.kind === 'choice';
  const isActive = row === active;
  const { description, icon, details = [], typedLabel } = row;
  const label = typedLabel && typed !== '' ? typedLabel(typed) : row.label;
  return (
    <div
      id={rowId(id, index)}
      class={isActive ? 'menu-row active' : 'menu-row'}
      role={isChoice ? 'option' : 'menuitem'}
      aria-label={[label, description].filter(Boolean).join(', ')}
      aria-selected={isChoice ? row.isCurrent === true : undefined}
      aria-describedby={isActive && details.length > 0 ? `${id}-details` : undefined}
      aria-haspopup={row.leads ? 'menu' : undefined}
      title={[label, description].filter(Boolean).join(' — ')}
      onMouseMove={() => {
        if (!isActive) onActive(row);
      }}
      // Keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(row)}
    >
      {isChoice && <span class="menu-check">{row.isCurrent && <Icon name="check" />}</span>}
      {icon && <Icon name={icon} />}
      <span class="menu-label">{label}</span>
      {description && <span class="menu-description">{description}</span>}
      {row.leads && <Icon name="chevron-right" />}
    </div>
  );
}
