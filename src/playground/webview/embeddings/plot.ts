import * as l10n from '@vscode/l10n';
import type { PanelContext } from '../context';
import { element } from '../dom';
import { lengthOf, type Point, principalPoints } from './vectors';

const WIDTH = 320;
const HEIGHT = 240;
const MARGIN = 20;

/** The texts as points in a plane, and a table of the same numbers beside them. */
export function plotView(
  vectors: readonly (readonly number[])[],
  texts: readonly string[],
  context: PanelContext,
): HTMLElement {
  const points = principalPoints(vectors);
  return element(
    'div',
    { class: 'embedding-plot' },
    drawn(points, texts),
    tabled(points, vectors, texts, context),
  );
}

function drawn(points: readonly Point[], texts: readonly string[]): HTMLElement {
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img' });
  picture.setAttribute(
    'aria-label',
    l10n.t('The texts by their two principal components. The table has the same numbers.'),
  );
  // One scale for both directions, so that distances are true.
  const reach = Math.max(...points.flatMap(({ x, y }) => [Math.abs(x) * 0.75, Math.abs(y)])) || 1;
  const scale = (HEIGHT / 2 - MARGIN) / reach;
  const [midX, midY] = [WIDTH / 2, HEIGHT / 2];
  picture.append(
    svg('line', { class: 'axis', x1: 0, x2: WIDTH, y1: midY, y2: midY }),
    svg('line', { class: 'axis', x1: midX, x2: midX, y1: 0, y2: HEIGHT }),
  );
  const places = points.map(({ x, y }) => ({ x: midX + x * scale, y: midY - y * scale }));
  const labels = plotLabels(places, { width: WIDTH, height: HEIGHT });
  places.forEach(({ x: cx, y: cy }, index) => {
    const group = svg('g', {});
    const title = svg('title', {});
    title.textContent = `${index + 1} ${texts[index] ?? ''}`.trim();
    group.append(title, svg('circle', { cx, cy, r: RADIUS }));
    const label = labels[index];
    if (label) {
      const number = svg('text', { ...label });
      number.textContent = String(index + 1);
      group.append(number);
    }
    picture.append(group);
  });
  return element('div', { class: 'plot-frame' }, picture);
}

function tabled(
  points: readonly Point[],
  vectors: readonly (readonly number[])[],
  texts: readonly string[],
  { format }: PanelContext,
): HTMLElement {
  const head = element('tr');
  for (const title of ['', l10n.t('Text'), 'x', 'y', l10n.t('Length')]) {
    head.append(element('th', { text: title, attributes: { scope: 'col' } }));
  }
  const body = element('tbody');
  points.forEach(({ x, y }, index) => {
    const text = texts[index] ?? '';
    body.append(
      element(
        'tr',
        {},
        element('th', { text: String(index + 1), attributes: { scope: 'row' } }),
        element('td', { class: 'words', text, attributes: { title: text } }),
        ...[x, y, lengthOf(vectors[index] ?? [])].map((value) =>
          element('td', { text: format.fixed(value) }),
        ),
      ),
    );
  });
  return element(
    'div',
    { class: 'table-frame', attributes: { tabindex: '0' } },
    element('table', {}, element('thead', {}, head), body),
  );
}

function svg(tag: string, attributes: { readonly [name: string]: string | number }): SVGElement {
  const result = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) result.setAttribute(name, String(value));
  return result;
}

/** Radius of a point, and the gap beside it, in units of the picture. */
const RADIUS = 4;
const GAP = 3;
/** Of a digit; those of other fonts are narrower. */
const DIGIT_WIDTH = 6.5;
const DIGIT_HEIGHT = 8;

/** Where the number of a point begins, on its base line. */
export interface PlotLabel {
  readonly x: number;
  readonly y: number;
}

interface Box extends PlotLabel {
  readonly width: number;
  readonly height: number;
}

/**
 * The places of the numbers of points: beside each, or above or below it where there is more room. None for a
 * number that would cover another point or number, or leave the picture. The same points always get the same.
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

/** The best one first. `x` and `y` of a box are its lower left corner. */
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
