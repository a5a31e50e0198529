import { computed, type ReadonlySignal } from '@preact/signals';
import type { Disposable } from '../../../base/disposable';
import { channel, type Port } from '../../../webview/rpc';
import { FrameQueue } from '../dom';
import type { DraftStore } from '../state/draft';
import type { Format } from '../format';
import type { PageEvent } from '../state/context';
import { PanelStore } from '../state/panelStore';
import { revealedText } from '../reveal';
import type { SavedColumn } from '../state/savedState';
import type { UnsavedEdits } from '../state/unsavedEdits';

interface ColumnOptions {
  readonly format: Format;
  readonly unsavedEdits: UnsavedEdits;
  readonly announce: (text: string) => void;
  readonly draft: DraftStore;
  readonly isRepeated: (turn: string) => boolean;
  readonly saved?: SavedColumn | undefined;
  readonly onDidChange: () => void;
}

export class Column implements Disposable {
  readonly name: string;
  readonly store: PanelStore;
  readonly saved: ReadonlySignal<SavedColumn> = computed(() => ({
    ...this.store.kept.value,
    ...this.store.settings.page.kept.value,
  }));
  readonly #changes: () => void;
  readonly modelName: ReadonlySignal<string> = computed(() =>
    revealedText(this.store.modelTitle.value ?? ''),
  );

  constructor(
    port: Port,
    name: string,
    { announce, saved, onDidChange, ...options }: ColumnOptions,
  ) {
    this.name = name;
    const frames = new FrameQueue(() => this.store.reading.keep());
    this.store = new PanelStore({
      ...options,
      announce: (text) => announce(`${this.modelName.peek()}: ${text}`),
      port: channel(port, name),
      settings: {
        id: `settings-${name}`,
        isOpen: saved?.settingsOpen ?? false,
        width: saved?.settingsWidth,
        sections: saved?.settingsSections,
      },
      unsent: saved?.unsent,
      frames,
      onPageEvent: (event) => this.#on(event),
    });
    this.#changes = this.saved.subscribe(onDidChange);
    void this.store.actions.ready();
  }

  dispose(): void {
    this.#changes();
    this.store.dispose();
  }

  #on(event: PageEvent): void {
    if (event.name === 'edit') this.store.edit(event);
    else if (event.name === 'compose') this.store.dock.draft.fill(event.text);
  }
}
