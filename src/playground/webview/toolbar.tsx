import './toolbar.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../webview/kit/button';
import { Icon, type IconName } from '../../webview/kit/icon';
import { openMenu } from '../../webview/kit/menu';
import type { MenuRow } from '../../webview/kit/menuRows';
import { useOverflow } from '../../webview/kit/overflow';
import { useRovingFocus } from '../../webview/kit/rovingFocus';
import type { ChoiceListName } from '../choices';
import { MODES } from '../modes';
import type { PlaygroundState } from '../protocol';
import { openChoices, openerOf } from './choiceMenu';
import { useStore } from './mount';
import type { PanelStore } from './panelStore';
import { revealedText } from './pieces';

export interface ToolbarProps {
  /** Makes code of the request that the message in the composer would make. */
  readonly onGetCode: () => void;
}

/** A control of the toolbar, or a row of the menu of those that have no room there. */
interface Item {
  readonly id: string;
  /** Those with a lower one keep their place longer. */
  readonly rank: number;
  readonly icon: IconName;
  /** Of the row. */
  readonly label: string;
  /** Of a picker: what is chosen now, and what a screen reader says of it. */
  readonly picked?: { readonly text: string; readonly name: string; readonly quiet: boolean };
  readonly run: (anchor: HTMLElement) => void;
}

/** The row on top: what is asked, of whom and where; code, conversations, settings. */
export function Toolbar(props: ToolbarProps): VNode {
  const store = useStore();
  const panel = store.panel.value;
  const { page } = store.settings;
  const isOpen = page.isOpen.value;
  const focus = useRovingFocus<HTMLDivElement>({ orientation: 'horizontal' });
  const more = useRef<HTMLButtonElement>(null);
  const pickers = panel ? pickersOf(panel, store) : [];
  const actions = actionsOf(props, store);
  const shown = pickers.map(({ picked }) => picked?.text).join('\n');
  const hidden = useOverflow(focus.ref, shown);
  const hiddenItems = [...pickers, ...actions].filter(({ id }) => hidden.has(id));
  return (
    <header class="toolbar">
      <div
        class="toolbar-items"
        role="toolbar"
        aria-label={l10n.t('Playground')}
        ref={focus.ref}
        onKeyDown={focus.onKeyDown}
        onFocusIn={focus.onFocusIn}
      >
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
            <Button bare icon={icon} label={label} onClick={(event) => run(openerOf(event))} />
          </span>
        ))}
        <span class="toolbar-item" data-item="settings" data-rank={0}>
          <Button
            bare
            icon="settings"
            class={isOpen ? 'on' : undefined}
            label={isOpen ? l10n.t('Hide Settings') : l10n.t('Show Settings')}
            isExpanded={isOpen}
            controls={page.id}
            onClick={() => page.toggle()}
          />
        </span>
        <span class="toolbar-item" data-more hidden={hiddenItems.length === 0}>
          <Button
            bare
            icon="ellipsis"
            label={l10n.t('More')}
            hasMenu
            buttonRef={more}
            onClick={() => openMore(more.current, hiddenItems)}
          />
        </span>
      </div>
    </header>
  );
}

function Picker({ item, isHidden }: { readonly item: Item; readonly isHidden: boolean }): VNode {
  const { id, rank, icon, picked, run } = item;
  return (
    <button
      type="button"
      class={picked?.quiet ? 'picker quiet' : 'picker'}
      data-item={id}
      data-rank={rank}
      data-shrinks={id === 'model' ? '' : undefined}
      hidden={isHidden}
      title={picked?.name}
      aria-label={picked?.name}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={(event) => run(openerOf(event))}
    >
      {id === 'connection' && <Icon name={icon} />}
      <span class="label">{picked?.text}</span>
      <Icon name="chevron-down" />
    </button>
  );
}

function pickersOf(panel: PlaygroundState, store: PanelStore): readonly Item[] {
  const { model, version, connection } = panel;
  const modelName = revealedText(model?.displayName ?? '');
  const mode = MODES[panel.mode].label(l10n);
  const place = revealedText(connection?.name ?? '');
  const detail = revealedText(connection?.detail ?? '');
  const open = (list: Exclude<ChoiceListName, 'turn'>) => (anchor: HTMLElement) =>
    openChoices(store, anchor, { list });
  return [
    {
      ...{ id: 'model', rank: 1, icon: 'sparkle', label: l10n.t('Model'), run: open('model') },
      picked: {
        text: modelName || l10n.t('Choose Model'),
        name: modelName
          ? l10n.t('Model: {0}. Choose another one.', modelName)
          : l10n.t('Choose Model'),
        quiet: false,
      },
    },
    {
      ...{ id: 'mode', rank: 2, icon: 'comment', label: l10n.t('Mode'), run: open('mode') },
      picked: {
        text: mode,
        name: l10n.t('Mode: {0}. Choose another one.', mode),
        quiet: true,
      },
    },
    {
      ...{ id: 'version', rank: 5, icon: 'versions', run: open('version') },
      label: l10n.t('Version of the service'),
      picked: {
        text: version,
        name: l10n.t('Version of the service: {0}. Choose another one.', version),
        quiet: true,
      },
    },
    {
      ...{ id: 'connection', rank: 4, icon: 'plug', run: open('connection') },
      label: l10n.t('Connection'),
      picked: {
        text: place || l10n.t('Choose Connection'),
        name: place
          ? l10n.t('Connection: {0}, {1}. Choose another one.', place, detail)
          : l10n.t('Choose Connection'),
        quiet: true,
      },
    },
  ];
}

function actionsOf({ onGetCode }: ToolbarProps, { actions }: PanelStore): readonly Item[] {
  return [
    { id: 'code', rank: 7, icon: 'code', label: l10n.t('Get Code…'), run: onGetCode },
    {
      ...{ id: 'history', rank: 6, icon: 'history', label: l10n.t('Open Conversation…') },
      run: () => void actions.openConversation(),
    },
    {
      ...{ id: 'new', rank: 3, icon: 'add', label: l10n.t('New Conversation') },
      run: () => void actions.newConversation(),
    },
  ];
}

/** What has no room in the toolbar; the list of a picker opens in its place. */
function openMore(anchor: HTMLElement | null, items: readonly Item[]): void {
  if (!anchor) return;
  const title = l10n.t('More');
  const rows: readonly MenuRow[] = items.map(({ id, icon, label, picked }, index) => ({
    ...{ id, icon, label },
    description: picked?.text,
    // Pickers first, then what is done.
    separator: index > 0 && !picked && items[index - 1]?.picked ? '' : undefined,
  }));
  openMenu(anchor, {
    title,
    load: async () => ({ kind: 'actions', title, rows }),
    choose: ({ id }) => items.find((item) => item.id === id)?.run(anchor),
  });
}
