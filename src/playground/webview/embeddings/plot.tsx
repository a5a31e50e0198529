import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../../../webview/kit/icon';
import { useStore } from '../useStore';
import { lengthOf, type Point, principalPoints } from './vectors';

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
    ...{ x: x - RADIUS, y: y + RADIUS },
    ...{ width: 2 * RADIUS, height: 2 * RADIUS },
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
