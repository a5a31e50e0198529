import type { Point } from './principal';

/** Radius of a point, and the gap beside it, in units of the picture. */
export const RADIUS = 4;
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
