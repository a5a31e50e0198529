import './chip.css';
import type { ComponentChild, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button';
import { nextIndex } from './rovingFocus';

export interface ChipRow {
  readonly id: string;
  readonly name: string;
  readonly facts?: string | undefined;
  readonly spoken: string;
  readonly symbol: ComponentChild;
  readonly state?: 'busy' | 'failed' | 'expired' | undefined;
  readonly part?: number | undefined;
  readonly open?: ChipAction | undefined;
  readonly mend?: ChipAction | undefined;
  readonly remove: ChipAction;
}

interface ChipAction {
  readonly label: string;
  readonly run: () => void;
}

interface ChipListProps {
  readonly label: string;
  readonly chips: readonly ChipRow[];
  /** Called if the focus moves past the last chip, or if no chip is left. */
  readonly onLeft: () => void;
}

/**
 * A list of small items, such as attachments. One tab stop: arrows move, Enter opens, Delete removes and keeps
 * the position.
 */
export function ChipList({ label, chips, onLeft }: ChipListProps): VNode {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string>();
  const rows = (): readonly HTMLElement[] =>
    [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
  const focused = rows().findIndex((row) => row.contains(document.activeElement));
  const known = useRef(0);
  useLayoutEffect(() => {
    const { current: element } = list;
    if (!element) return;
    if (chips.length > known.current) element.scrollTop = element.scrollHeight;
    known.current = chips.length;
    if (focused < 0 || element.contains(document.activeElement)) return;
    const next = rows()[Math.min(focused, chips.length - 1)];
    if (next) next.focus();
    else onLeft();
  });
  const stop = chips.some(({ id }) => id === current) ? current : chips[0]?.id;

  function keyDown(event: KeyboardEvent): void {
    const all = rows();
    const at = all.findIndex((row) => row === event.target);
    const chip = chips[at];
    if (!chip) return;
    const { key } = event;
    // Chips wrap into rows, so both arrow axes move.
    const to = nextIndex(key, at, all.length, IN_ROW) ?? nextIndex(key, at, all.length, IN_COLUMN);
    // The text field is below the chips.
    const leaves = at === all.length - 1 && key === 'ArrowDown';
    if (key === 'Delete' || key === 'Backspace') chip.remove.run();
    else if (key === 'Enter' && chip.open) chip.open.run();
    else if (leaves) onLeft();
    else if (to === undefined) return;
    else all[to]?.focus();
    event.preventDefault();
  }

  return (
    <ul class="chips" ref={list} aria-label={label} hidden={chips.length === 0} onKeyDown={keyDown}>
      {chips.map((chip) => (
        <Chip key={chip.id} {...chip} isStop={chip.id === stop} onFocus={setCurrent} />
      ))}
    </ul>
  );
}

const IN_ROW = { orientation: 'horizontal', stops: true } as const;
const IN_COLUMN = { orientation: 'vertical', stops: true } as const;

interface ChipProps extends ChipRow {
  readonly isStop: boolean;
  readonly onFocus: (id: string) => void;
}

function Chip(props: ChipProps): VNode {
  const { id, name, facts = '', spoken, symbol, state, part, open, mend, remove } = props;
  const words = <bdi class="chip-name">{name}</bdi>;
  return (
    <li
      class="chip"
      tabIndex={props.isStop ? 0 : -1}
      title={spoken}
      aria-label={spoken}
      aria-keyshortcuts={open ? 'Enter Delete' : 'Delete'}
      data-state={state}
      onFocusCapture={() => props.onFocus(id)}
    >
      <span class="chip-symbol">{symbol}</span>
      {open ? (
        <button
          type="button"
          class="chip-open"
          tabIndex={-1}
          title={open.label}
          aria-label={open.label}
          onClick={open.run}
        >
          {words}
        </button>
      ) : (
        words
      )}
      <span class="chip-facts">{facts}</span>
      {mend && (
        <button type="button" class="chip-mend" onClick={mend.run}>
          {mend.label}
        </button>
      )}
      <Button label={remove.label} icon="close" bare isSkipped onClick={remove.run} />
      {part !== undefined && (
        <span class="chip-bar" aria-hidden="true" style={{ '--part': clamp(part) }} />
      )}
    </li>
  );
}

function clamp(part: number): string {
  return String(Math.min(1, Math.max(0, part)));
}
