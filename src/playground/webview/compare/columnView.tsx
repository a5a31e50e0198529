import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { useRovingFocus } from '../../../webview/kit/rovingFocus';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import type { PanelContext } from '../state/context';
import { Conversation } from '../conversation/conversation';
import { Areas } from '../dock/dock';
import { Notices } from '../failures';
import { StoreProvider } from '../useStore';
import { openItems, Picker, pickersOf } from '../pickers';
import { SettingsPanel } from '../settings/settingsPanel';
import { tokenFlow } from '../verdicts';
import type { Column } from './column';

export interface ColumnViewProps {
  readonly column: Column;
  /** Absent where there have to be as many columns as there are. */
  readonly onRemove: (() => void) | undefined;
}

/** A column: its model with what the last answer took, its conversation, and what that asks for. */
export function ColumnView({ column, onRemove }: ColumnViewProps): VNode {
  const isStreaming = column.store.isStreaming.value;
  return (
    <section
      class={isStreaming ? 'column streaming' : 'column'}
      aria-label={column.modelName.value || l10n.t('Choose Model')}
      onKeyDown={leadToHead}
    >
      <ColumnHead column={column} onRemove={onRemove} />
      <StoreProvider value={column.store}>
        <div class="column-body">
          <div class="middle">
            <Conversation />
            <SettingsPanel />
          </div>
          <div class="dock">
            <Notices />
            <Areas />
          </div>
        </div>
      </StoreProvider>
    </section>
  );
}

/** Leads Shift+Tab from a message to the head of its column: what else is in messages is reached from them. */
function leadToHead(event: KeyboardEvent): void {
  const { key, shiftKey, ctrlKey, altKey, metaKey, target, currentTarget } = event;
  if (key !== 'Tab' || !shiftKey || ctrlKey || altKey || metaKey) return;
  if (!(target instanceof Element) || !target.matches('.turn')) return;
  const head = (currentTarget as Element).querySelector<HTMLElement>('.column-bar [tabindex="0"]');
  if (!head) return;
  event.preventDefault();
  head.focus();
}

/** The model has its place at any width; what else it is asked with is in a menu. */
function ColumnHead({ column, onRemove }: ColumnViewProps): VNode {
  const { store } = column;
  const menuButton = useRef<HTMLButtonElement>(null);
  const focus = useRovingFocus<HTMLDivElement>({ orientation: 'horizontal' });
  const panel = store.panel.value;
  const { page } = store.settings;
  const isOpen = page.isOpen.value;
  const [model, ...others] = panel ? pickersOf(panel, store) : [];
  const facts = columnFacts(panel, store);
  return (
    <header class="column-head">
      <div
        class="column-bar"
        role="toolbar"
        aria-label={column.modelName.value || l10n.t('Choose Model')}
        ref={focus.ref}
        onKeyDown={focus.onKeyDown}
        onFocusIn={focus.onFocusIn}
      >
        {model && <Picker item={model} />}
        <p class="column-facts" title={facts}>
          {facts}
        </p>
        <div class="column-actions">
          <Button
            label={isOpen ? l10n.t('Hide Settings') : l10n.t('Show Settings')}
            icon="settings"
            class={isOpen ? 'on' : undefined}
            bare
            isExpanded={isOpen}
            controls={page.id}
            onClick={() => page.toggle()}
          />
          <Button
            label={l10n.t('More')}
            icon="ellipsis"
            bare
            hasMenu
            buttonRef={menuButton}
            onClick={() => openItems(menuButton.current, others)}
          />
          {onRemove && (
            <Button label={l10n.t('Remove This Model')} icon="close" bare onClick={onRemove} />
          )}
        </div>
      </div>
      <div class="progress" aria-hidden="true" />
    </header>
  );
}

/** What the last answer took, in one short line; empty until there is one. */
function columnFacts(
  panel: PlaygroundState | undefined,
  { format }: Pick<PanelContext, 'format'>,
): string {
  const last = panel?.turns.at(-1);
  if (last?.role !== 'model' || !last.outcome) return '';
  const { usage, durationMs } = last.outcome;
  const price = panel?.prices?.estimates[last.id];
  return [
    ...(durationMs > 0 ? [format.duration(durationMs)] : []),
    ...(usage ? [tokenFlow(usage, { format })] : []),
    ...(price ? [l10n.t('estimate {0}', format.dollars(price.total))] : []),
  ].join(' · ');
}
