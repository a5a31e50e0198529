import * as l10n from '@vscode/l10n';
import { type Block, type BlockView, draw, make } from './elements';

const HEIGHT = 280;
const MARGIN = { top: 12, end: 16, bottom: 44, start: 64 };
/** Points with a mark of their own; of more, every second, third… has one. */
const MARKS = 200;

/** A line over its points. The keyboard goes from point to point, and what a point says stands below. */
export class ChartView implements BlockView<Block<'chart'>> {
  readonly element = make('figure');
  readonly #caption = make('figcaption');
  readonly #picture = make('div', { class: 'chart' });
  readonly #said = make('p', { class: 'text muted', role: 'status' });
  readonly #number = new Intl.NumberFormat(document.documentElement.lang || 'en', {
    maximumSignificantDigits: 4,
  });
  #block: Block<'chart'> | undefined;
  #drawnFrom = '';
  #current = 0;

  constructor() {
    this.element.append(this.#caption, this.#picture, this.#said);
    this.#said.textContent = l10n.t('Arrow keys go from point to point.');
    new ResizeObserver(() => this.#draw()).observe(this.#picture);
    this.#picture.addEventListener('keydown', (event) => this.#move(event));
  }

  show(block: Block<'chart'>): void {
    this.#block = block;
    this.#caption.textContent = block.caption;
    this.#draw();
  }

  #draw(): void {
    const block = this.#block;
    const width = Math.max(this.#picture.clientWidth, 240);
    const from = JSON.stringify([block, width]);
    if (!block || from === this.#drawnFrom) return;
    this.#drawnFrom = from;
    const points = block.points.filter((point) => point.every(Number.isFinite));
    const across = ticks(
      points.map(([x]) => x),
      width / 90,
    );
    const up = ticks(
      points.map(([, y]) => y),
      5,
    );
    const toX = scale(across, MARGIN.start, width - MARGIN.end);
    const toY = scale(up, HEIGHT - MARGIN.bottom, MARGIN.top);
    const hadFocus = this.#picture.contains(document.activeElement);
    const step = Math.ceil(points.length / MARKS) || 1;
    const marked = points.filter((_, at) => at % step === 0 || at === points.length - 1);
    this.#current = Math.min(this.#current, Math.max(marked.length - 1, 0));
    const marks = marked.map(([x, y], at) => {
      const words = this.#words(block, x, y);
      const mark = draw(
        'circle',
        {
          ...{ cx: toX(x), cy: toY(y), r: 3, role: 'img', 'aria-label': words },
          tabindex: at === this.#current ? 0 : -1,
        },
        draw('title', {}, words),
      );
      mark.addEventListener('focus', () => {
        this.#current = at;
        this.#said.textContent = words;
      });
      mark.addEventListener('pointerenter', () => (this.#said.textContent = words));
      return mark;
    });
    const line = points.map(([x, y]) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`).join(' ');
    this.#picture.replaceChildren(
      draw(
        'svg',
        { width, height: HEIGHT, role: 'group', 'aria-label': block.caption },
        ...across.map((value) => this.#tick(value, toX(value), 'x', width)),
        ...up.map((value) => this.#tick(value, toY(value), 'y', width)),
        label(block.xTitle, (MARGIN.start + width - MARGIN.end) / 2, HEIGHT - 6),
        label(block.yTitle, 14, (MARGIN.top + HEIGHT - MARGIN.bottom) / 2, 'rotate'),
        draw('polyline', { points: line }),
        ...marks,
      ),
    );
    if (hadFocus) marks[this.#current]?.focus();
  }

  #words({ xTitle, yTitle }: Block<'chart'>, x: number, y: number): string {
    return `${xTitle} ${this.#number.format(x)}, ${yTitle} ${this.#number.format(y)}`;
  }

  #tick(value: number, at: number, axis: 'x' | 'y', width: number): SVGGElement {
    const isX = axis === 'x';
    const ends = isX
      ? { x1: at, x2: at, y1: HEIGHT - MARGIN.bottom, y2: HEIGHT - MARGIN.bottom + 4 }
      : { x1: MARGIN.start, x2: width - MARGIN.end, y1: at, y2: at };
    const [x, y] = isX ? [at, HEIGHT - MARGIN.bottom + 18] : [MARGIN.start - 8, at + 4];
    return draw(
      'g',
      { class: `tick ${axis}` },
      draw('line', ends),
      draw('text', { x, y }, this.#number.format(value)),
    );
  }

  #move(event: KeyboardEvent): void {
    const marks = [...this.#picture.querySelectorAll('circle')];
    const goals: { readonly [key: string]: number } = {
      ArrowRight: this.#current + 1,
      ArrowLeft: this.#current - 1,
      Home: 0,
      End: marks.length - 1,
    };
    const mark = marks[goals[event.key] ?? -1];
    if (!mark) return;
    event.preventDefault();
    marks[this.#current]?.setAttribute('tabindex', '-1');
    mark.setAttribute('tabindex', '0');
    mark.focus();
  }
}

function scale(axis: readonly number[], start: number, end: number): (value: number) => number {
  const [least = 0, greatest = 1] = [axis[0], axis.at(-1)];
  const span = greatest - least || 1;
  return (value) => start + ((value - least) / span) * (end - start);
}

function label(text: string, x: number, y: number, turn?: 'rotate'): SVGTextElement {
  const transform = turn ? { transform: `rotate(-90 ${x} ${y})` } : {};
  return draw('text', { class: 'title', x, y, ...transform }, text);
}

/** An axis: round numbers from at most the least value to at least the greatest. */
export function ticks(values: readonly number[], count: number): readonly number[] {
  const finite = values.filter(Number.isFinite);
  const least = finite.reduce((a, b) => Math.min(a, b), Infinity);
  const greatest = finite.reduce((a, b) => Math.max(a, b), -Infinity);
  if (finite.length === 0) return [0, 1];
  const span = greatest - least || Math.abs(greatest) || 1;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(greatest / step), first + 1);
  // Multiplied and not added up, so that 0.1 + 0.2 does not show; few enough for any span.
  return Array.from({ length: Math.min(last - first, 50) + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}
