import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Section } from '../../webview/kit/section';
import { variantsOf } from '../report/compare';
import { type Distribution, distributionOf, rangeOf } from '../report/distribution';
import type { ReportCell, ReportRun } from '../report/reportRun';
import { type Figure, figuresOf } from './figures';
import './pictures.css';
import type { ReportProps } from './reportStore';

const BINS = 24;
const [WIDTH, HEIGHT] = [192, 48];
const BOX = 6;

interface PicturesProps extends ReportProps {
  readonly run: ReportRun;
}

export function Pictures({ store, run }: PicturesProps): VNode | null {
  const figures = figuresOf(run.cells);
  const before = store.before.value?.cells ?? [];
  if (figures.length === 0) return null;
  return (
    <Section
      title={l10n.t('Distributions')}
      isOpen={store.arePicturesOpen.value}
      onToggle={(isOpen) => (store.arePicturesOpen.value = isOpen)}
    >
      {store.arePicturesOpen.value && (
        <div class="pictures">
          {figures.map((figure) => (
            <FigurePictures key={figure.id} figure={figure} cells={run.cells} before={before} />
          ))}
        </div>
      )}
    </Section>
  );
}

interface FigureProps {
  readonly figure: Figure;
  readonly cells: readonly ReportCell[];
  readonly before: readonly ReportCell[];
}

function FigurePictures({ figure, cells, before }: FigureProps): VNode | null {
  const variants = variantsOf({ cells });
  const values = (all: readonly ReportCell[], variant: string): readonly number[] => {
    const found: number[] = [];
    for (const cell of all) {
      const value = cell.variant === variant ? figure.of(cell) : undefined;
      if (value !== undefined) found.push(value);
    }
    return found;
  };
  const pairs = variants.map((name) => ({
    name,
    now: values(cells, name),
    before: values(before, name),
  }));
  const range = rangeOf(pairs.flatMap((pair) => [pair.now, pair.before]));
  if (!range) return null;
  return (
    <figure>
      <figcaption>{figure.title()}</figcaption>
      {pairs.map(({ name, ...pair }) => {
        const now = distributionOf(pair.now, range, BINS);
        if (!now) return null;
        return (
          <div key={name} class="picture">
            {variants.length > 1 && <span class="picture-name">{name}</span>}
            <Histogram
              now={now}
              before={distributionOf(pair.before, range, BINS)}
              words={wordsOf(figure, name, now)}
            />
            <div class="picture-scale" aria-hidden="true">
              <span>{figure.text(range[0])}</span>
              {range[1] > range[0] && <span>{figure.text(range[1])}</span>}
            </div>
            <Middles figure={figure} now={now} />
          </div>
        );
      })}
    </figure>
  );
}

function wordsOf(
  { title, text }: Figure,
  variant: string,
  { count, quartiles: [low, high], tails: [least, most] }: Distribution,
): string {
  return l10n.t(
    '{0} of {1}: the middle half of the {2} test cases is between {3} and {4}, and 90% are between {5} and {6}.',
    title(),
    variant,
    count,
    text(low),
    text(high),
    text(least),
    text(most),
  );
}

function Middles({
  figure: { text },
  now,
}: {
  readonly figure: Figure;
  readonly now: Distribution;
}): VNode {
  const [, most] = now.tails;
  return (
    <dl class="picture-figures">
      <div>
        <dt>{l10n.t('Median')}</dt>
        <dd>{text(now.median)}</dd>
      </div>
      <div>
        <dt>{l10n.t('Mean')}</dt>
        <dd>{text(now.mean)}</dd>
      </div>
      <div title={l10n.t('95% of the test cases are at or below this value.')}>
        <dt>{l10n.t('95th percentile')}</dt>
        <dd>{text(most)}</dd>
      </div>
    </dl>
  );
}

interface HistogramProps {
  readonly now: Distribution;
  readonly before: Distribution | undefined;
  readonly words: string;
}

/**
 * Histogram with a box plot: quartiles, median, 5th to 95th percentile, and mean (diamond). The earlier run is
 * outlined.
 */
function Histogram({ now, before, words }: HistogramProps): VNode {
  const most = Math.max(...sharesOf(now), ...(before ? sharesOf(before) : []));
  const bar = WIDTH / now.counts.length;
  const x = (value: number): number =>
    now.to > now.from ? ((value - now.from) / (now.to - now.from)) * WIDTH : bar / 2;
  const [low, high] = now.quartiles;
  const [least, greatest] = now.tails;
  const middle = HEIGHT + 2 + BOX / 2;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT + BOX + 2}`}
      width={WIDTH}
      height={HEIGHT + BOX + 2}
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {sharesOf(now).map((share, at) => {
        if (share === 0) return null;
        // Minimum height, so that rare values are visible.
        const height = Math.max((share / most) * HEIGHT, 1.5);
        const place = { x: at * bar, y: HEIGHT - height, width: bar - 1, height };
        return <rect key={at} class="bar" {...place} />;
      })}
      {before && <polyline class="outline" points={outline(before, most, bar)} />}
      <line class="tails" x1={x(least)} x2={x(greatest)} y1={middle} y2={middle} />
      <rect
        class="box"
        x={x(low)}
        y={HEIGHT + 2}
        width={Math.max(x(high) - x(low), 1)}
        height={BOX}
      />
      <line
        class="median"
        x1={x(now.median)}
        x2={x(now.median)}
        y1={HEIGHT}
        y2={HEIGHT + BOX + 2}
      />
      <path class="mean" d={rhomb(x(now.mean), middle)} />
    </svg>
  );
}

function rhomb(x: number, y: number): string {
  const half = BOX / 2;
  return `M${(x - half).toFixed(1)} ${y} l${half} ${-half} ${half} ${half} ${-half} ${half}z`;
}

/** Returns relative counts, since runs differ in size. */
function sharesOf({ counts, count }: Distribution): readonly number[] {
  return counts.map((one) => one / count);
}

function outline(before: Distribution, most: number, bar: number): string {
  const points = sharesOf(before).flatMap((share, at) => {
    const y = (HEIGHT - (share / most) * HEIGHT).toFixed(1);
    return [`${at * bar},${y}`, `${(at + 1) * bar},${y}`];
  });
  return points.join(' ');
}
