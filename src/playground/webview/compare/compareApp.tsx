import { computed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { render, type VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import { LiveRegion } from '../../../webview/kit/liveRegion';
import { useRovingFocus } from '../../../webview/kit/rovingFocus';
import type { Port } from '../../../webview/rpc';
import {
  MAX_COLUMNS,
  MIN_COLUMNS,
  type PlaygroundState,
} from '../../../conversation/model/protocol';
import { Composer, type ComposerModel } from '../dock/composer';
import { DropZone } from '../dock/dropZone';
import { onPageHidden } from '../dom';
import { Problem, Notices } from '../failures';
import { Find } from '../find/find';
import type { Format } from '../format';
import { usePageKeys } from '../pageKeys';
import { type SavedComparison, StatePersister } from '../state/savedState';
import './compare.css';
import { CompareStore } from './compareStore';
import type { PanelContext } from '../state/context';
import { Conversation } from '../conversation/conversation';
import { Areas } from '../dock/dock';
import { StorageBar } from '../steps/storageBar';
import { StoreProvider } from '../useStore';
import { openItems, Picker, pickersOf } from '../pickers';
import { SettingsPanel } from '../settings/settingsPanel';
import { SettingsButton } from '../toolbar';
import { tokenFlow } from '../verdicts';
import type { Column } from './column';

export function startComparison(
  root: HTMLElement,
  port: Port,
  format: Format,
  saved: SavedComparison,
  save: (saved: SavedComparison) => void,
): void {
  const store: CompareStore = new CompareStore({
    port,
    format,
    saved,
    onDidChange: () => persister.changed(store.writtenLength),
  });
  const persister = new StatePersister<SavedComparison>(() => store.saved, save, onPageHidden);
  render(<Comparison store={store} />, root);
  store.start();
}

function Comparison({ store }: { readonly store: CompareStore }): VNode {
  const model = useMemo(() => composerOf(store), [store]);
  usePageKeys({
    stop: () => {
      if (!store.isStreaming.peek()) return false;
      model.stop();
      return true;
    },
  });
  return (
    <div class="app comparison">
      <Find format={store.context.format} />
      <Bar store={store} />
      <Columns store={store} />
      <div class="dock">
        <div class="notices">
          <Problem text={store.problem} onDismiss={() => store.tell(undefined)} />
        </div>
        <Composer model={model} />
      </div>
      <LiveRegion announcer={store.announcer} />
      <DropZone context={store.context} />
    </div>
  );
}

function composerOf(store: CompareStore): ComposerModel {
  const { first, context, draft, isStreaming, blocker, because, inputLimit } = store;
  return {
    context,
    draft,
    isStreaming,
    blocker,
    because,
    inputLimit,
    attachments: computed(() => first.value?.attachments ?? []),
    mode: computed(() => first.value?.mode),
    send: () => void store.send(),
    stop: () => void store.ask('stopAll', undefined),
    mend: {
      needConnection: () => store.mend('needConnection'),
      needModel: () => store.mend('needModel'),
      settingsInvalid: () => store.mend('settingsInvalid'),
    },
    lastMessage: () => undefined,
  };
}

function Bar({ store }: { readonly store: CompareStore }): VNode {
  const focus = useRovingFocus<HTMLDivElement>({ orientation: 'horizontal' });
  return (
    <div class="toolbar" role="toolbar" aria-label={l10n.t('Comparison')} {...focus}>
      <Button
        label={l10n.t('Add Model')}
        icon="add"
        kind="secondary"
        hidden={store.columns.value.length >= MAX_COLUMNS}
        onClick={() => void store.ask('addColumn', undefined)}
      />
      <Button
        label={l10n.t('Compare Responses')}
        icon="split-horizontal"
        kind="secondary"
        hidden={store.answers.value < 2}
        onClick={() => void store.ask('compareAnswers', undefined)}
      />
    </div>
  );
}

function Columns({ store }: { readonly store: CompareStore }): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const known = useRef(0);
  const removed = useRef(0);
  const columns = store.columns.value;
  const count = columns.length;
  useLayoutEffect(() => {
    // Focusing later would close a model menu that may be open by then.
    if (known.current === 0 && count > 0) store.draft.focus();
    else if (count > known.current) frame.current?.lastElementChild?.scrollIntoView();
    else if (count < known.current) focusColumn(frame.current, removed.current);
    known.current = count;
  }, [count]);
  const remove = (name: string, at: number): void => {
    removed.current = at;
    void store.ask('removeColumn', { column: name });
  };
  return (
    <div ref={frame} class="columns" style={{ '--columns': count }}>
      {columns.map((column, at) => (
        <ColumnView
          key={column.name}
          column={column}
          onRemove={count > MIN_COLUMNS ? () => remove(column.name, at) : undefined}
        />
      ))}
    </div>
  );
}

/** Moves the focus to the column at the index of a removed column that had the focus. */
function focusColumn(frame: HTMLElement | null, at: number): void {
  if (!frame || document.activeElement !== document.body) return;
  const column = frame.children[Math.min(at, frame.children.length - 1)];
  column?.querySelector<HTMLElement>('button')?.focus();
}

interface ColumnViewProps {
  readonly column: Column;
  /** Undefined if the minimum number of columns is reached. */
  readonly onRemove: (() => void) | undefined;
}

function ColumnView({ column, onRemove }: ColumnViewProps): VNode {
  const isStreaming = column.store.isStreaming.value;
  return (
    <section
      class={isStreaming ? 'column streaming' : 'column'}
      aria-label={column.modelName.value || l10n.t('Select Model')}
      onKeyDown={focusColumnHead}
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
            <StorageBar />
          </div>
        </div>
      </StoreProvider>
    </section>
  );
}

/**
 * Moves Shift+Tab from a message to the column head, because controls in messages are reached from messages.
 */
function focusColumnHead(event: KeyboardEvent): void {
  const { key, shiftKey, ctrlKey, altKey, metaKey, target, currentTarget } = event;
  if (key !== 'Tab' || !shiftKey || ctrlKey || altKey || metaKey) return;
  if (!(target instanceof Element) || !target.matches('.turn')) return;
  const head = (currentTarget as Element).querySelector<HTMLElement>('.column-bar [tabindex="0"]');
  if (!head) return;
  event.preventDefault();
  head.focus();
}

/** The header of a column. The model is visible at any width; other settings are in a menu. */
function ColumnHead({ column, onRemove }: ColumnViewProps): VNode {
  const { store } = column;
  const menuButton = useRef<HTMLButtonElement>(null);
  const focus = useRovingFocus<HTMLDivElement>({ orientation: 'horizontal' });
  const panel = store.panel.value;
  const [model, ...others] = panel ? pickersOf(panel, store) : [];
  const facts = columnFacts(panel, store);
  return (
    <header class="column-head">
      <div
        class="column-bar"
        role="toolbar"
        aria-label={column.modelName.value || l10n.t('Select Model')}
        {...focus}
      >
        {model && <Picker item={model} />}
        <p class="column-facts" title={facts}>
          {facts}
        </p>
        <div class="column-actions">
          <SettingsButton page={store.settings.page} />
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

/** Returns duration and tokens of the last response in short form. Empty if there is none. */
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
    ...(usage ? [tokenFlow(usage, format)] : []),
    ...(price ? [l10n.t('estimate {0}', format.dollars(price.total))] : []),
  ].join(' · ');
}
