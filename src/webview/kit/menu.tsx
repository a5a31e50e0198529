import './menu.css';
import * as l10n from '@vscode/l10n';
import { render, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from './icon';
import { type CloseMenu, closesElsewhere, usePlace, useShow } from './menuEffects';
import { MenuList, type MenuPage, type MenuRow, rowId, shownRows } from './menuList';
import { nextIndex } from './rovingFocus';
import { useUniqueId } from './uniqueId';

/** IDs of the rows that opened the nested pages, in order. */
type MenuPath = readonly string[];

interface MenuOptions {
  readonly title: string;
  /**
   * Loads a page. Undefined closes the menu.
   * @param path IDs of the rows that opened the page
   */
  readonly load: (path: MenuPath) => Promise<MenuPage | undefined>;
  readonly choose: (row: MenuRow, typed: string, path: MenuPath) => void;
}

/** Minimum number of rows for a search field. Shorter menus have type-ahead. */
const SEARCH_FROM = 8;
const PAGE_ROWS = 10;
/** Type-ahead timeout, in ms. */
const WORD_MS = 800;

const openMenus = new WeakMap<Element, () => void>();

/**
 * Toggles a menu of a button. The menu has the focus until a choice, Escape, Tab, or an outside click. Escape
 * and Left go back one page first.
 */
export function openMenu(anchor: HTMLElement, options: MenuOptions): void {
  const shut = openMenus.get(anchor);
  if (shut) {
    shut();
    return;
  }
  // Appended to the body, so that no ancestor clips the menu.
  const host = document.createElement('div');
  document.body.append(host);
  const close = (givesFocusBack: boolean): void => {
    if (!openMenus.delete(anchor)) return;
    render(null, host);
    host.remove();
    anchor.setAttribute('aria-expanded', 'false');
    if (givesFocusBack) anchor.focus({ preventScroll: true });
  };
  openMenus.set(anchor, () => close(true));
  anchor.setAttribute('aria-expanded', 'true');
  render(<Menu anchor={anchor} options={options} close={close} />, host);
}

interface MenuProps {
  readonly anchor: HTMLElement;
  readonly options: MenuOptions;
  readonly close: CloseMenu;
}

function Menu({ anchor, options, close }: MenuProps): VNode {
  const id = useUniqueId();
  const element = useRef<HTMLDivElement>(null);
  const word = useRef(NO_WORD);
  const [page, setPage] = useState<MenuPage>();
  const [typed, setTyped] = useState('');
  const [wanted, setWanted] = useState<string>();
  const [behind, setBehind] = useState<readonly Step[]>([]);
  const path = behind.map(({ row }) => row);
  const shown = useMemo(() => shownRows(page?.rows ?? [], typed), [page, typed]);
  const rows = shown.groups.flatMap((group) => group.rows);
  const begins = typed === '' ? rows.findIndex(({ isCurrent }) => isCurrent) : 0;
  const at = rows.length === 0 ? -1 : (indexOf(rows, wanted) ?? Math.max(0, begins));
  const active = rows[at];
  const hasSearch = page?.kind === 'choice' && page.rows.length >= SEARCH_FROM;

  const show = useShow(setPage, close);
  useEffect(() => show(options.load(path)), []);
  useEffect(() => closesElsewhere(element, anchor, close), []);
  usePlace(element, anchor, page);
  useLayoutEffect(() => {
    const target = element.current?.querySelector<HTMLElement>('input, .menu-list');
    (target ?? element.current)?.focus();
  }, [page]);
  useLayoutEffect(() => {
    element.current?.querySelector('.menu-row.active')?.scrollIntoView({ block: 'nearest' });
  }, [active, page]);

  const choose = (row: MenuRow): void => {
    if (row.leads && page) {
      setBehind([...behind, { page, row: row.id }]);
      setPage(undefined);
      setTyped('');
      setWanted(undefined);
      show(options.load([...path, row.id]));
      return;
    }
    close(true);
    options.choose(row, typed.trim(), path);
  };

  const goBack = (): void => {
    const last = behind.at(-1);
    if (!last) {
      close(true);
      return;
    }
    setBehind(behind.slice(0, -1));
    show(last.page);
    setTyped('');
    setWanted(last.row);
  };

  const goTo = (row: MenuRow | undefined, event: KeyboardEvent): void => {
    event.preventDefault();
    if (row) setWanted(row.id);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, isComposing, ctrlKey, altKey, metaKey, shiftKey } = event;
    if (isComposing) return;
    if (key === 'Escape') {
      event.preventDefault();
      goBack();
    } else if (key === 'Tab') {
      // Tab continues from the button.
      close(true);
    } else if (ctrlKey || altKey || metaKey) {
      return;
    } else if (key === 'Enter' || (key === ' ' && !hasSearch && !isInWord(word.current))) {
      event.preventDefault();
      if (active) choose(active);
    } else if (key === 'ArrowRight' && active?.leads && typed === '') {
      event.preventDefault();
      choose(active);
    } else if (key === 'ArrowLeft' && behind.length > 0 && typed === '') {
      event.preventDefault();
      goBack();
    } else if (!hasSearch && key.length === 1) {
      word.current = nextWord(word.current, key);
      goTo(rowBeginning(rows, at, word.current.text), event);
    } else if (!shiftKey) {
      const course = { orientation: 'vertical', page: PAGE_ROWS } as const;
      const to = nextIndex(key, at, rows.length, course);
      if (to === undefined) return;
      word.current = NO_WORD;
      goTo(rows[to], event);
    }
  };

  const activeId = at < 0 ? undefined : rowId(id, at);
  return (
    <div
      ref={element}
      class={`menu ${page?.kind ?? 'choice'}`}
      // With a search field, the popup contains more than a list.
      role={page && !hasSearch ? 'presentation' : 'dialog'}
      aria-label={page && !hasSearch ? undefined : (page?.title ?? options.title)}
      aria-busy={page === undefined}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {hasSearch && (
        <div class="menu-search">
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label={page.placeholder ?? page.title}
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={activeId}
            placeholder={page.placeholder ?? page.title}
            spellcheck={false}
            autocomplete="off"
            maxLength={200}
            value={typed}
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              setWanted(undefined);
            }}
          />
        </div>
      )}
      {page ? (
        <MenuList
          id={id}
          page={page}
          shown={shown}
          active={active}
          typed={typed.trim()}
          isFocused={!hasSearch}
          onActive={(row) => setWanted(row.id)}
          onChoose={choose}
        />
      ) : (
        <p class="menu-note">{l10n.t('Loading…')}</p>
      )}
    </div>
  );
}

interface Step {
  readonly page: MenuPage;
  readonly row: string;
}

function indexOf(rows: readonly MenuRow[], id: string | undefined): number | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? undefined : at;
}

interface Word {
  readonly text: string;
  readonly at: number;
}

const NO_WORD: Word = { text: '', at: 0 };

function isInWord({ text, at }: Word): boolean {
  return text !== '' && performance.now() - at < WORD_MS;
}

function nextWord(word: Word, letter: string): Word {
  const text = isInWord(word) ? word.text + letter.toLowerCase() : letter.toLowerCase();
  return { text, at: performance.now() };
}

/** Returns the next row that starts with a word. A single letter starts after the active row. */
function rowBeginning(rows: readonly MenuRow[], at: number, word: string): MenuRow | undefined {
  const from = word.length === 1 ? at + 1 : Math.max(at, 0);
  const turned = [...rows.slice(from), ...rows.slice(0, from)];
  return turned.find(({ label }) => label.toLowerCase().startsWith(word));
}
