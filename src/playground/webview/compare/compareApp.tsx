import { effect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { render, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import type { Port } from '../../../webview/rpc';
import { FEWEST_COLUMNS, MOST_COLUMNS } from '../../compare';
import { Composer } from '../composer';
import { isComposing, onPageHidden, StatusRegion } from '../dom';
import { DropZone } from '../dropZone';
import { Notices } from '../failures';
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
  readonly #composer: Composer;
  readonly #persister: StatePersister<SavedComparison>;

  constructor(
    port: Port,
    format: Format,
    saved: SavedComparison,
    save: (saved: SavedComparison) => void,
  ) {
    this.element.className = 'mount';
    const status = new StatusRegion();
    const store: CompareStore = new CompareStore({
      ...{ port, format, saved },
      announce: (text) => status.announce(text),
      composer: {
        get draft() {
          return composer.draft;
        },
        set draft(draft) {
          composer.draft = draft;
        },
        focus: () => composer.focus(),
      },
      onDidChange: () => this.#changed(),
    });
    this.#store = store;
    const composer = new Composer(store.context, {
      send: () => void this.#send(),
      stop: () => void store.ask('stopAll', undefined),
      changed: () => {
        this.#changed();
        for (const { link } of store.columns.peek()) link.changed();
      },
      lastMessage: () => undefined,
    });
    this.#composer = composer;
    const notices = new Notices(store.context, () => store.tell(undefined));
    const dropZone = new DropZone(store.context);
    dropZone.listen(window);
    this.#persister = new StatePersister(() => this.#saved(), save, onPageHidden);
    composer.draft = saved.draft;
    effect(() => notices.show(undefined, store.problem.value));
    effect(() => composer.show(store.panel.value, store.blocker.value, store.because.value));
    render(
      <Comparison
        store={store}
        dock={[notices.element, composer.element]}
        rest={[status.element, dropZone.element]}
        onFirst={() => composer.focus()}
      />,
      this.element,
    );
  }

  /** Asks the host for the columns. */
  start(): void {
    this.#store.start();
  }

  async #send(): Promise<void> {
    const draft = this.#composer.take();
    this.#composer.focus();
    await this.#store.send(draft);
  }

  #changed(): void {
    this.#persister.changed(this.#composer.draftLength + this.#store.unsavedEdits.length);
  }

  #saved(): SavedComparison {
    return { ...this.#store.saved, draft: this.#composer.draft };
  }
}

interface ComparisonProps {
  readonly store: CompareStore;
  readonly dock: readonly Element[];
  readonly rest: readonly Element[];
  /** The first columns are there. */
  readonly onFirst: () => void;
}

function Comparison({ store, dock, rest, onFirst }: ComparisonProps): VNode {
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
      <Columns store={store} onFirst={onFirst} />
      <div class="dock">
        <Island elements={dock} />
      </div>
      <Island elements={rest} />
    </div>
  );
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

/** The columns side by side; where they are too many for the page they scroll. */
function Columns({ store, onFirst }: Pick<ComparisonProps, 'store' | 'onFirst'>): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const known = useRef(0);
  const columns = store.columns.value;
  const count = columns.length;
  useLayoutEffect(() => {
    // Later there may be a list of models above the panel, which would close.
    if (known.current === 0 && count > 0) onFirst();
    else if (count > known.current) frame.current?.lastElementChild?.scrollIntoView();
    known.current = count;
  }, [count]);
  return (
    <div ref={frame} class="columns" style={{ '--columns': count }}>
      {columns.map((column) => (
        <ColumnView
          key={column.name}
          column={column}
          onRemove={
            count > FEWEST_COLUMNS
              ? () => void store.ask('removeColumn', { column: column.name })
              : undefined
          }
        />
      ))}
    </div>
  );
}
