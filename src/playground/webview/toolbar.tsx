import './toolbar.css';
import * as l10n from '@vscode/l10n';
import type { RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../webview/kit/button';
import { useRovingFocus } from '../../webview/kit/rovingFocus';
import { MODES } from '../../conversation/model/modes';
import { Picker, type ToolbarItem, menuOpener, openChoices, openItems, pickersOf } from './pickers';
import { useStore } from './useStore';
import type { PanelStore } from './state/panelStore';
import type { SettingsPage } from './state/settingsPage';

interface ToolbarProps {
  readonly onGetCode: () => void;
}

export function Toolbar(props: ToolbarProps): VNode {
  const store = useStore();
  const panel = store.panel.value;
  const focus = useRovingFocus<HTMLDivElement>({ orientation: 'horizontal' });
  const more = useRef<HTMLButtonElement>(null);
  const pickers = panel ? pickersOf(panel, store) : [];
  const actions = actionsOf(props, store);
  const shown = pickers.map(({ picked }) => picked?.text).join('\n');
  const hidden = useOverflow(focus.ref, shown);
  const hiddenItems = [...pickers, ...actions].filter(({ id }) => hidden.has(id));
  return (
    <header class="toolbar">
      <div class="toolbar-items" role="toolbar" aria-label={l10n.t('Playground')} {...focus}>
        {pickers.map((item) => (
          <Picker key={item.id} item={item} isHidden={hidden.has(item.id)} />
        ))}
        <span class="spacer" />
        {actions.map(({ id, rank, icon, label, run }) => (
          <span
            key={id}
            class="toolbar-item"
            data-item={id}
            data-rank={rank}
            hidden={hidden.has(id)}
          >
            <Button bare icon={icon} label={label} onClick={(event) => run(menuOpener(event))} />
          </span>
        ))}
        <span class="toolbar-item" data-item="settings" data-rank={0}>
          <SettingsButton page={store.settings.page} />
        </span>
        <span class="toolbar-item" data-more hidden={hiddenItems.length === 0}>
          <Button
            bare
            icon="ellipsis"
            label={l10n.t('More')}
            hasMenu
            buttonRef={more}
            onClick={() => openItems(more.current, hiddenItems)}
          />
        </span>
      </div>
    </header>
  );
}

/** Shows and hides the settings of a conversation. */
export function SettingsButton({ page }: { readonly page: SettingsPage }): VNode {
  const isOpen = page.isOpen.value;
  return (
    <Button
      bare
      icon="settings"
      class={isOpen ? 'on' : undefined}
      label={isOpen ? l10n.t('Hide Settings') : l10n.t('Show Settings')}
      isExpanded={isOpen}
      controls={page.id}
      onClick={() => page.toggle()}
    />
  );
}

function actionsOf({ onGetCode }: ToolbarProps, store: PanelStore): readonly ToolbarItem[] {
  const { actions, panel } = store;
  const { isChat, hasSteps } = (panel.value && MODES[panel.value.mode]) ?? {};
  const cache: ToolbarItem = {
    id: 'cache',
    rank: 9,
    icon: 'archive',
    label: l10n.t('Cached Content…'),
    run: (anchor) => openChoices(store, anchor, { list: 'cache' }),
  };
  return [
    ...(isChat && !hasSteps ? [cache] : []),
    {
      id: 'presets',
      rank: 10,
      icon: 'bookmark',
      label: l10n.t('Presets…'),
      run: () => void store.managePresets(),
    },
    { id: 'code', rank: 8, icon: 'code', label: l10n.t('Get Code…'), run: onGetCode },
    {
      id: 'history',
      rank: 7,
      icon: 'history',
      label: l10n.t('Open Conversation…'),
      run: () => void actions.openConversation(),
    },
    {
      id: 'new',
      rank: 4,
      icon: 'add',
      label: l10n.t('New Conversation'),
      run: () => void actions.newConversation(),
    },
  ];
}

interface RowItem {
  readonly id: string;
  /** Preferred width, in pixels. */
  readonly width: number;
  readonly rank: number;
  /** Whether the item always stays visible and is truncated instead. */
  readonly shrinks?: boolean;
}

interface Room {
  readonly width: number;
  readonly gap: number;
  readonly moreWidth: number;
}

export function overflowing(items: readonly RowItem[], room: Room): ReadonlySet<string> {
  const { width, gap, moreWidth } = room;
  const needed = items.reduce((sum, item) => sum + item.width + gap, -gap);
  if (needed <= width) return new Set();
  const hidden = new Set<string>();
  let left = width - moreWidth;
  for (const item of [...items].sort((a, b) => a.rank - b.rank)) {
    const wanted = item.width + gap;
    if (wanted > left && !item.shrinks) hidden.add(item.id);
    else left = Math.max(0, left - wanted);
  }
  return hidden;
}

/**
 * Hides items that don't fit. Reads `data-item` (ID), `data-rank`, `data-shrinks`, and `data-more` (overflow
 * button).
 * @param shown changes with the content of the items
 * @returns IDs of hidden items
 */
function useOverflow(ref: RefObject<HTMLElement | null>, shown: string): ReadonlySet<string> {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const measure = (): void => {
    if (!ref.current) return;
    const found = overflowing(...measured(ref.current));
    setHidden((before) => (isSame(before, found) ? before : found));
  };
  useLayoutEffect(measure, [shown]);
  useEffect(() => {
    if (!ref.current) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return hidden;
}

function measured(row: HTMLElement): [readonly RowItem[], Room] {
  row.classList.add('measuring');
  const items = [...row.querySelectorAll<HTMLElement>('[data-item]')].map((element) => ({
    id: element.dataset.item ?? '',
    rank: Number(element.dataset.rank),
    shrinks: element.dataset.shrinks !== undefined,
    width: element.getBoundingClientRect().width,
  }));
  const more = row.querySelector<HTMLElement>('[data-more]');
  const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0;
  const moreWidth = (more?.getBoundingClientRect().width ?? 0) + gap;
  row.classList.remove('measuring');
  return [items, { width: row.clientWidth, gap, moreWidth }];
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
