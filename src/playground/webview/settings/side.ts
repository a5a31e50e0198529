import type { PanelContext } from '../context';
import { Separator } from '../separator';
import type { Toolbar } from '../toolbar';
import { SettingsPanel, USUAL_SECTIONS } from './panel';

export interface SettingsSideOptions {
  readonly isOpen: boolean;
  /** In pixels; undefined stands for the usual one. */
  readonly width: number | undefined;
  /** Ids of the groups that are open; undefined stands for the usual ones. */
  readonly sections: readonly string[] | undefined;
  readonly toolbar: Pick<Toolbar, 'showSettings' | 'focusSettings'>;
  /** A field was edited. */
  readonly onEdited: () => void;
  /** It, or a group in it, was opened, closed or resized. */
  readonly onMoved: () => void;
}

/** The settings at the side of a panel: open or closed, and as wide as the user wants. */
export class SettingsSide {
  readonly panel: SettingsPanel;
  readonly #separator: Separator;
  readonly #options: SettingsSideOptions;
  #frame: HTMLElement | undefined;
  #isOpen: boolean;
  #sections: readonly string[];

  constructor(context: PanelContext, id: string, options: SettingsSideOptions) {
    this.#options = options;
    this.#isOpen = options.isOpen;
    this.#sections = options.sections ?? USUAL_SECTIONS;
    this.panel = new SettingsPanel(context, id, {
      onClose: () => this.#close(),
      onChange: options.onEdited,
      sections: this.#sections,
      onSections: (sections) => {
        this.#sections = sections;
        options.onMoved();
      },
    });
    this.#separator = new Separator(context.strings.resizeSettings, id, (width) => {
      this.#frame?.style.setProperty('--settings-width', `${width}px`);
      options.onMoved();
    });
  }

  get elements(): readonly HTMLElement[] {
    return [this.#separator.element, this.panel.element];
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** In pixels. */
  get width(): number {
    return this.#separator.width;
  }

  /** Ids of the groups that are open. */
  get sections(): readonly string[] {
    return this.#sections;
  }

  get hasFocus(): boolean {
    return this.panel.element.contains(document.activeElement);
  }

  /** Takes its place in the panel. */
  layOut(frame: HTMLElement): void {
    this.#frame = frame;
    this.#separator.width = this.#options.width ?? this.#separator.width;
    this.#show();
  }

  toggle(): void {
    if (this.#isOpen) {
      this.#close();
      return;
    }
    this.open();
  }

  /** Opens it where it is not, and moves the focus there. */
  open(): void {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#show();
      this.#options.onMoved();
    }
    this.panel.focus();
  }

  #close(): void {
    const inside = this.hasFocus;
    this.#isOpen = false;
    this.#show();
    if (inside) this.#options.toolbar.focusSettings();
    this.#options.onMoved();
  }

  #show(): void {
    this.#frame?.classList.toggle('with-settings', this.#isOpen);
    this.panel.element.hidden = !this.#isOpen;
    this.#separator.element.hidden = !this.#isOpen;
    this.#options.toolbar.showSettings(this.#isOpen);
  }
}
