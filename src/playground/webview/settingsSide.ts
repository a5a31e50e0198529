import * as l10n from '@vscode/l10n';
import type { PanelContext } from './context';
import { element } from './dom';
import { DEFAULT_SECTIONS, SettingsPanel } from './settings/settingsPanel';
import type { Toolbar } from './toolbar';

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
    this.#sections = options.sections ?? DEFAULT_SECTIONS;
    this.panel = new SettingsPanel(context, id, {
      onClose: () => this.#close(),
      onChange: options.onEdited,
      sections: this.#sections,
      onSections: (sections) => {
        this.#sections = sections;
        options.onMoved();
      },
    });
    this.#separator = new Separator(l10n.t('Width of the settings'), id, (width) => {
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

const MIN_WIDTH = 240;
const MAX_WIDTH = 560;
const DEFAULT_WIDTH = 300;
const KEY_STEP = 16;

/** The bar between conversation and settings: moved by mouse, touch, arrow keys, Home and End. */
class Separator {
  readonly element: HTMLElement;
  readonly #onChange: (width: number) => void;
  #width = DEFAULT_WIDTH;

  /** @param onChange takes the width of what is right of the bar, in pixels. */
  constructor(label: string, controls: string, onChange: (width: number) => void) {
    this.#onChange = onChange;
    this.element = element('div', {
      class: 'separator',
      attributes: {
        role: 'separator',
        tabindex: '0',
        'aria-orientation': 'vertical',
        'aria-label': label,
        'aria-controls': controls,
        'aria-valuemin': String(MIN_WIDTH),
        'aria-valuemax': String(MAX_WIDTH),
      },
    });
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.element.addEventListener('pointerdown', (event) => this.#drag(event));
    this.element.addEventListener('dblclick', () => (this.width = DEFAULT_WIDTH));
  }

  get width(): number {
    return this.#width;
  }

  set width(width: number) {
    this.#width = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
    this.element.setAttribute('aria-valuenow', String(this.#width));
    this.#onChange(this.#width);
  }

  #keyDown(event: KeyboardEvent): void {
    const widths: { readonly [key: string]: number } = {
      ArrowLeft: this.#width + KEY_STEP,
      ArrowRight: this.#width - KEY_STEP,
      Home: MAX_WIDTH,
      End: MIN_WIDTH,
    };
    const width = widths[event.key];
    if (width === undefined) return;
    event.preventDefault();
    this.width = width;
  }

  #drag(event: PointerEvent): void {
    const start = event.clientX;
    const width = this.#width;
    this.element.setPointerCapture(event.pointerId);
    this.element.classList.add('dragging');
    const move = (moved: PointerEvent): void => {
      this.width = width + start - moved.clientX;
    };
    this.element.addEventListener('pointermove', move);
    const end = (): void => {
      this.element.classList.remove('dragging');
      this.element.removeEventListener('pointermove', move);
    };
    this.element.addEventListener('lostpointercapture', end, { once: true });
  }
}
