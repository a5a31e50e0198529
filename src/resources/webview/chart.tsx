import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { nextIndex } from '../../webview/kit/rovingFocus';
import './chart.css';
import type { Block } from './sheetStore';

const HEIGHT = 280;
const MARGIN = { top: 12, end: 16, bottom: 44, start: 64 };
const MIN_WIDTH = 240;
/** Maximum number of point markers; with more points, only every nth has one. */
const MARKS = 200;

interface ChartProps {
  readonly block: Block<'chart'>;
}

/** A line chart. Arrow keys move between points; a text below describes the point. */
export function Chart({ block }: ChartProps): VNode {
  const picture = useRef<HTMLDivElement>(null);
  const width = useSignal(MIN_WIDTH);
  const said = useSignal<string | undefined>(undefined);
  useLayoutEffect(() => {
    const { current } = picture;
    if (!current) return;
    const look = (): void => void (width.value = Math.max(current.clientWidth, MIN_WIDTH));
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(current);
    return () => sizes.disconnect();
  }, []);
  return (
    <figure>
      <figcaption>{block.caption}</figcaption>
      <div class="chart" ref={picture}>
        <Drawing block={block} width={width.value} onSay={(words) => (said.value = words)} />
      </div>
      <p class="text muted" role="status">
        {said.value ?? l10n.t('Use the arrow keys to move between points.')}
      </p>
    </figure>
  );
}

interface DrawingProps extends ChartProps {
  readonly width: number;
  readonly onSay: (words: string) => void;
}

function Drawing({ block, width, onSay }: DrawingProps): VNode {
  const { caption, xTitle, yTitle } = block;
  const format = useMemo(numberFormat, []);
  const svg = useRef<SVGSVGElement>(null);
  const current = useSignal(0);
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
  const step = Math.ceil(points.length / MARKS) || 1;
  const marked = points.filter((_, at) => at % step === 0 || at === points.length - 1);
  const active = Math.min(current.value, marked.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const goal = nextIndex(event.key, active, marked.length, {
      orientation: 'horizontal',
      stops: true,
    });
    const mark = svg.current?.querySelectorAll('circle')[goal ?? -1];
    if (!mark) return;
    event.preventDefault();
    mark.focus();
  };
  return (
    <svg
      ref={svg}
      width={width}
      height={HEIGHT}
      role="group"
      aria-label={caption}
      onKeyDown={onKeyDown}
    >
      {across.map((value) => (
        <Tick
          key={`x ${value}`}
          axis="x"
          text={format.format(value)}
          at={toX(value)}
          width={width}
        />
      ))}
      {up.map((value) => (
        <Tick
          key={`y ${value}`}
          axis="y"
          text={format.format(value)}
          at={toY(value)}
          width={width}
        />
      ))}
      <text class="title" x={(MARGIN.start + width - MARGIN.end) / 2} y={HEIGHT - 6}>
        {xTitle}
      </text>
      <UpTitle text={yTitle} />
      <polyline
        points={points.map(([x, y]) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`).join(' ')}
      />
      {marked.map(([x, y], at) => {
        const words = `${xTitle} ${format.format(x)}, ${yTitle} ${format.format(y)}`;
        return (
          <circle
            key={at}
            cx={toX(x)}
            cy={toY(y)}
            r={3}
            role="img"
            aria-label={words}
            tabIndex={at === active ? 0 : -1}
            onFocus={() => {
              current.value = at;
              onSay(words);
            }}
            onPointerEnter={() => onSay(words)}
          >
            <title>{words}</title>
          </circle>
        );
      })}
    </svg>
  );
}

interface TickProps {
  readonly axis: 'x' | 'y';
  readonly text: string;
  /** Pixels from the left or top. */
  readonly at: number;
  readonly width: number;
}

function Tick({ axis, text, at, width }: TickProps): VNode {
  const ground = HEIGHT - MARGIN.bottom;
  return axis === 'x' ? (
    <g class="tick x">
      <line x1={at} x2={at} y1={ground} y2={ground + 4} />
      <text x={at} y={ground + 18}>
        {text}
      </text>
    </g>
  ) : (
    <g class="tick y">
      <line x1={MARGIN.start} x2={width - MARGIN.end} y1={at} y2={at} />
      <text x={MARGIN.start - 8} y={at + 4}>
        {text}
      </text>
    </g>
  );
}

function UpTitle({ text }: { readonly text: string }): VNode {
  const y = (MARGIN.top + HEIGHT - MARGIN.bottom) / 2;
  return (
    <text class="title" x={14} y={y} transform={`rotate(-90 14 ${y})`}>
      {text}
    </text>
  );
}

function numberFormat(): Intl.NumberFormat {
  return new Intl.NumberFormat(document.documentElement.lang || 'en', {
    maximumSignificantDigits: 4,
  });
}

function scale(axis: readonly number[], start: number, end: number): (value: number) => number {
  const [least = 0, greatest = 1] = [axis[0], axis.at(-1)];
  const span = greatest - least || 1;
  return (value) => start + ((value - least) / span) * (end - start);
}

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
  // Multiplies instead of adding, to avoid rounding errors such as 0.1 + 0.2.
  return Array.from({ length: Math.min(last - first, 50) + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}
