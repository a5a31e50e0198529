import { computed } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { render, type VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import type { Port } from '../../../webview/rpc';
import { FEWEST_COLUMNS, MOST_COLUMNS } from '../../compare';
import { Composer, type ComposerModel } from '../dock/composer';
import { DraftStore } from '../dock/draft';
import { DropZone } from '../dock/dropZone';
import { isComposing, onPageHidden, StatusRegion } from '../dom';
import { Problem } from '../failures';
import type { Format } from '../format';
import { type SavedComparison, StatePersister } from '../savedState';
import { ColumnView } from './columnView';
import './compare.css';
import { CompareStore } from './compareStore';
import { Island } from './island';

/** The page of a comparison: a column per model above one composer for all. */
export class CompareApp {
  readonly element: HTMLElement = document.createElement('div');
  readonly #store: CompareStore;
  readonly #draft: DraftStore;
  readonly #persister: StatePersister<SavedComparison>;

  constructor(
    port: Port,
    format: Format,
    saved: SavedComparison,
    save: (saved: SavedComparison) => void,
  ) {
    this.element.className = 'mount';
    const status = new StatusRegion();
    const draft = new DraftStore();
    draft.value = saved.draft;
    this.#store = new CompareStore({
      ...{ port, format, saved, draft },
      announce: (text) => status.announce(text),
      onDidChange: () => this.#changed(),
    });
    this.#draft = draft;
    this.#persister = new StatePersister(() => this.#saved(), save, onPageHidden);
    draft.onDidChange(() => this.#changed());
    render(<Comparison store={this.#store} draft={draft} status={status.element} />, this.element);
  }

  /** Asks the host for the columns. */
  start(): void {
    this.#store.start();
  }

  #changed(): void {
    this.#persister.changed(this.#draft.length.peek() + this.#store.unsavedEdits.length);
  }

  #saved(): SavedComparison {
    return { ...this.#store.saved, draft: this.#draft.peek() };
  }
}

interface ComparisonProps {
  readonly store: CompareStore;
  readonly draft: DraftStore;
  readonly status: Element;
}

function Comparison({ store, draft, status }: ComparisonProps): VNode {
  const model = useMemo(() => composerOf(store, draft), [store]);
  return (
    <div
      class="app comparison"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event) || !store.isStreaming.peek()) return;
        event.preventDefault();
        void store.ask('stopAll', undefined);
      }}
    >
      <Bar store={store} />
      <Columns store={store} onFirst={draft.focus} />
      <div class="dock">
        <div class="notices">
          <Problem text={store.problem} onDismiss={() => store.tell(undefined)} />
        </div>
        <Composer model={model} />
      </div>
      <Island elements={[status]} />
      <DropZone context={store.context} />
    </div>
  );
}

/** The one composer of all columns; what is attached is of the first. */
function composerOf(store: CompareStore, draft: DraftStore): ComposerModel {
  const { first, context, isStreaming, blocker, because, inputLimit } = store;
  return {
    ...{ context, draft, isStreaming, blocker, because, inputLimit },
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
  return (
    <header class="toolbar" aria-label={l10n.t('Comparison')}>
      <Button
        label={l10n.t('Add Model')}
        icon="add"
        kind="secondary"
        hidden={store.columns.value.length >= MOST_COLUMNS}
        onClick={() => void store.ask('addColumn', undefined)}
      />
      <Button
        label={l10n.t('Compare Answers')}
        icon="split-horizontal"
        kind="secondary"
        hidden={store.answers.value < 2}
        onClick={() => void store.ask('compareAnswers', undefined)}
      />
    </header>
  );
}

interface ColumnsProps {
  readonly store: CompareStore;
  /** The first columns are there. */
  readonly onFirst: () => void;
}

/** The columns side by side; where they are too many for the page they scroll. */
function Columns({ store, onFirst }: ColumnsProps): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const known = useRef(0);
  /** Where the column stood that was taken away last. */
  const removed = useRef(0);
  const columns = store.columns.value;
  const count = columns.length;
  useLayoutEffect(() => {
    // Later there may be a list of models above the panel, which would close.
    if (known.current === 0 && count > 0) onFirst();
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
          onRemove={count > FEWEST_COLUMNS ? () => remove(column.name, at) : undefined}
        />
      ))}
    </div>
  );
}

/** Moves the focus to the column that stands where another one stood, if it went with that. */
function focusColumn(frame: HTMLElement | null, at: number): void {
  if (!frame || document.activeElement !== document.body) return;
  const column = frame.children[Math.min(at, frame.children.length - 1)];
  column?.querySelector<HTMLElement>('button')?.focus();
}
