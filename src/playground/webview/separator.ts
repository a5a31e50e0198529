import { element } from './element';

const MIN = 240;
const MAX = 560;
const STANDARD = 300;
const STEP = 16;

/** The bar between conversation and settings: moved by mouse, touch, arrow keys, Home and End. */
export class Separator {
  readonly element: HTMLElement;
  readonly #onChange: (width: number) => void;
  #width = STANDARD;

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
        'aria-valuemin': String(MIN),
        'aria-valuemax': String(MAX),
      },
    });
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.element.addEventListener('pointerdown', (event) => this.#drag(event));
    this.element.addEventListener('dblclick', () => (this.width = STANDARD));
  }

  get width(): number {
    return this.#width;
  }

  set width(width: number) {
    this.#width = Math.round(Math.min(MAX, Math.max(MIN, width)));
    this.element.setAttribute('aria-valuenow', String(this.#width));
    this.#onChange(this.#width);
  }

  #keyDown(event: KeyboardEvent): void {
    const widths: { readonly [key: string]: number } = {
      ArrowLeft: this.#width + STEP,
      ArrowRight: this.#width - STEP,
      Home: MAX,
      End: MIN,
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
