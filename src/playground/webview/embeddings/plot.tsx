import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../../../webview/kit/icon';
import { useStore } from '../useStore';

/** Returns pairwise cosine similarities (−1 to 1). 0 for zero vectors. */
export function similarities(vectors: readonly Vector[]): readonly (readonly number[])[] {
  const lengths = vectors.map(lengthOf);
  return vectors.map((one, row) =>
    vectors.map((other, column) => {
      const length = (lengths[row] ?? 0) * (lengths[column] ?? 0);
      return length === 0 ? 0 : dot(one, other) / length;
    }),
  );
}

export function lengthOf(vector: Vector): number {
  return Math.sqrt(dot(vector, vector));
}

function dot(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

type Vector = readonly number[];

const STEPS = 200;
const PRECISION = 1e-9;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Projection {
  readonly points: readonly Point[];
  /** Share of the variance in the points, from 0 to 1. Undefined if all vectors are the same. */
  readonly share: number | undefined;
}

/**
 * Computes a 2D PCA by power iteration on the Gram matrix, which is small for few vectors of any dimension.
 * Deterministic.
 */
export function principalPoints(vectors: readonly Vector[]): Projection {
  const centred = centre(vectors);
  let products = centred.map((one) => centred.map((other) => dot(one, other)));
  const total = centred.reduce((sum, one) => sum + dot(one, one), 0);
  let shown = 0;
  const axes: Vector[] = [];
  for (let axis = 0; axis < 2; axis++) {
    const { direction, value } = strongest(products, axis);
    const scale = Math.sqrt(Math.max(0, value));
    axes.push(direction.map((part) => part * scale));
    shown += value;
    products = products.map((row, i) =>
      row.map((entry, j) => entry - value * (direction[i] ?? 0) * (direction[j] ?? 0)),
    );
  }
  return {
    points: vectors.map((_, index) => ({ x: axes[0]?.[index] ?? 0, y: axes[1]?.[index] ?? 0 })),
    share: total < PRECISION ? undefined : Math.min(1, shown / total),
  };
}

function centre(vectors: readonly Vector[]): readonly Vector[] {
  const size = Math.max(0, ...vectors.map(({ length }) => length));
  const mean = Array.from(
    { length: size },
    (_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / vectors.length,
  );
  return vectors.map((vector) => mean.map((value, at) => (vector[at] ?? 0) - value));
}

function strongest(
  matrix: readonly Vector[],
  axis: number,
): { readonly direction: Vector; readonly value: number } {
  // Irregular, and different for each axis, to avoid a start orthogonal to the eigenvector.
  let direction = normal(matrix.map((_, index) => Math.cos(index * (1.7 + axis) + 0.3)));
  let value = 0;
  for (let step = 0; step < STEPS; step++) {
    const next = matrix.map((row) => dot(row, direction));
    const length = lengthOf(next);
    if (length < PRECISION) return { direction: matrix.map(() => 0), value: 0 };
    direction = next.map((part) => part / length);
    if (Math.abs(length - value) < PRECISION * length) break;
    value = length;
  }
  return { direction, value: lengthOf(matrix.map((row) => dot(row, direction))) };
}

function normal(vector: Vector): Vector {
  const length = lengthOf(vector);
  return vector.map((part) => part / (length || 1));
}

const WIDTH = 320;
const HEIGHT = 240;
const MARGIN = 20;

interface PlotProps {
  readonly vectors: readonly (readonly number[])[];
  readonly texts: readonly string[];
}

export function Plot({ vectors, texts }: PlotProps): VNode {
  const { points, share } = useMemo(() => principalPoints(vectors), [vectors]);
  return (
    <>
      {share !== undefined && <ProjectionNote share={share} />}
      <div class="embedding-plot">
        <Picture points={points} texts={texts} />
        <PointTable points={points} vectors={vectors} texts={texts} />
      </div>
    </>
  );
}

/** Names the projection. Distances mislead if it shows less than half of the variance. */
function ProjectionNote({ share }: { readonly share: number }): VNode {
  const { format } = useStore();
  const shown = format.percent(share);
  if (share >= 0.5) {
    return (
      <p class="note">
        {l10n.t('Principal component analysis (PCA). Shows {0} of the variance.', shown)}
      </p>
    );
  }
  return (
    <p class="note projection-warning">
      <Icon name="warning" />
      <span>
        {l10n.t(
          'Principal component analysis (PCA). Shows only {0} of the variance, so close points may not be similar. Check the similarity table.',
          shown,
        )}
      </span>
    </p>
  );
}

interface PictureProps extends Pick<PlotProps, 'texts'> {
  readonly points: readonly Point[];
}

function Picture({ points, texts }: PictureProps): VNode {
  // Same scale on both axes, so that distances are comparable.
  const reach = Math.max(...points.flatMap(({ x, y }) => [Math.abs(x) * 0.75, Math.abs(y)])) || 1;
  const scale = (HEIGHT / 2 - MARGIN) / reach;
  const [midX, midY] = [WIDTH / 2, HEIGHT / 2];
  const places = points.map(({ x, y }) => ({ x: midX + x * scale, y: midY - y * scale }));
  const labels = plotLabels(places, { width: WIDTH, height: HEIGHT });
  return (
    <div class="plot-frame">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={l10n.t(
          'Scatter plot of the strings by their two principal components. The table shows the same data.',
        )}
      >
        <line class="axis" x1={0} x2={WIDTH} y1={midY} y2={midY} />
        <line class="axis" x1={midX} x2={midX} y1={0} y2={HEIGHT} />
        {places.map(({ x, y }, index) => (
          <g key={index}>
            <title>{`${index + 1} ${texts[index] ?? ''}`.trim()}</title>
            <circle cx={x} cy={y} r={RADIUS} />
            {labels[index] && <text {...labels[index]}>{index + 1}</text>}
          </g>
        ))}
      </svg>
    </div>
  );
}

function PointTable({ points, vectors, texts }: PictureProps & PlotProps): VNode {
  const { format } = useStore();
  const heads = ['', l10n.t('Text'), 'x', 'y', l10n.t('Length')];
  return (
    <div class="table-frame" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ x, y }, index) => (
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              <td class="words" title={texts[index]}>
                {texts[index]}
              </td>
              {[x, y, lengthOf(vectors[index] ?? [])].map((value, column) => (
                <td key={column}>{format.fixed(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const RADIUS = 4;
const GAP = 3;
/** Width of a digit in the widest font, in SVG units. */
const DIGIT_WIDTH = 6.5;
const DIGIT_HEIGHT = 8;

interface PlotLabel {
  readonly x: number;
  readonly y: number;
}

interface Box extends PlotLabel {
  readonly width: number;
  readonly height: number;
}

/**
 * Places labels next to, above, or below points without overlaps. Omits labels that don't fit. Deterministic.
 */
export function plotLabels(
  points: readonly Point[],
  picture: { readonly width: number; readonly height: number },
): readonly (PlotLabel | undefined)[] {
  const circles = points.map(({ x, y }) => ({
    x: x - RADIUS,
    y: y + RADIUS,
    width: 2 * RADIUS,
    height: 2 * RADIUS,
  }));
  const placed: Box[] = [];
  return points.map((point, index) => {
    const size = { width: DIGIT_WIDTH * String(index + 1).length, height: DIGIT_HEIGHT };
    const found = placesOf(point, size).find(
      (box) =>
        isInside(box, picture) &&
        !placed.some((other) => overlaps(box, other)) &&
        !circles.some((circle) => overlaps(box, circle)),
    );
    if (found) placed.push(found);
    return found && { x: found.x, y: found.y };
  });
}

function placesOf({ x, y }: Point, size: Pick<Box, 'width' | 'height'>): readonly Box[] {
  const { width, height } = size;
  const away = RADIUS + GAP;
  const middle = y + height / 2;
  return [
    { x: x + away, y: middle, ...size },
    { x: x - away - width, y: middle, ...size },
    { x: x - width / 2, y: y - away, ...size },
    { x: x - width / 2, y: y + away + height, ...size },
  ];
}

function isInside(
  { x, y, width, height }: Box,
  picture: { readonly width: number; readonly height: number },
): boolean {
  return x >= 0 && x + width <= picture.width && y - height >= 0 && y <= picture.height;
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y - one.height < other.y &&
    other.y - other.height < one.y
  );
}
