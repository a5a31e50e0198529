import './toolbar.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../webview/kit/button';
import { useOverflow } from '../../webview/kit/overflow';
import { useRovingFocus } from '../../webview/kit/rovingFocus';
import { MODES } from '../../conversation/model/modes';
import { openChoices, menuOpener } from './choiceMenu';
import { useStore } from './useStore';
import type { PanelStore } from './state/panelStore';
import { openItems, Picker, pickersOf, type ToolbarItem } from './pickers';

interface ToolbarProps {
  readonly onGetCode: () => void;
}

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
            <Button bare icon={icon} label={label} onClick={(event) => run(menuOpener(event))} />
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
            onClick={() => openItems(more.current, hiddenItems)}
          />
        </span>
      </div>
    </header>
  );
}

function actionsOf({ onGetCode }: ToolbarProps, store: PanelStore): readonly ToolbarItem[] {
  const { actions, panel } = store;
  const { isChat, hasSteps } = (panel.value && MODES[panel.value.mode]) ?? {};
  return [
    ...(isChat && !hasSteps
      ? [
          {
            ...({
              id: 'cache',
              rank: 9,
              icon: 'archive',
              label: l10n.t('Cached Content…'),
            } as const),
            run: (anchor: HTMLElement) => openChoices(store, anchor, { list: 'cache' }),
          },
        ]
      : []),
    {
      ...{ id: 'presets', rank: 10, icon: 'bookmark', label: l10n.t('Presets…') },
      run: () => void store.managePresets(),
    },
    { id: 'code', rank: 8, icon: 'code', label: l10n.t('Get Code…'), run: onGetCode },
    {
      ...{ id: 'history', rank: 7, icon: 'history', label: l10n.t('Open Conversation…') },
      run: () => void actions.openConversation(),
    },
    {
      ...{ id: 'new', rank: 4, icon: 'add', label: l10n.t('New Conversation') },
      run: () => void actions.newConversation(),
    },
  ];
}
