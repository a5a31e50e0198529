import * as l10n from '@vscode/l10n';
import { type VNode } from 'preact';
import { Icon } from './icon';
import type { MenuGroup, MenuPage, MenuRow, ShownRows } from './menuRows';

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
