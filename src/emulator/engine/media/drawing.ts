import type { Picture } from './png';

type Colour = readonly [number, number, number];

const BACKGROUND: Colour = [248, 248, 248];
const BAR: Colour = [31, 119, 180];
const AXIS: Colour = [64, 64, 64];
const MARGIN = 16;

/** Discs on a gradient, all of which the seed decides. */
export function abstractPicture(seed: number, width: number, height: number): Picture {
  const next = numbers(seed);
  const [from, to] = [colour(next), colour(next)];
  const discs = Array.from({ length: 5 }, () => ({
    x: next() * width,
    y: next() * height,
    radius: (0.08 + next() * 0.22) * Math.min(width, height),
    fill: colour(next),
  }));
  return paint(width, height, (x, y) => {
    const disc = discs.findLast((one) => (one.x - x) ** 2 + (one.y - y) ** 2 < one.radius ** 2);
    if (disc) return disc.fill;
    const share = (x + y) / (width + height);
    return [mix(from[0], to[0], share), mix(from[1], to[1], share), mix(from[2], to[2], share)];
  });
}

/** A bar for each value, as a plotting library draws them. */
export function barChart(values: readonly number[], width: number, height: number): Picture {
  const most = Math.max(1, ...values);
  const slot = (width - 2 * MARGIN) / Math.max(1, values.length);
  const tallest = height - 2 * MARGIN;
  return paint(width, height, (x, y) => {
    const up = height - MARGIN - y;
    if (Math.abs(up) < 1 || Math.abs(x - MARGIN) < 1) return AXIS;
    const at = (x - MARGIN) / slot;
    const value = values[Math.floor(at)] ?? 0;
    const isInside = at % 1 > 0.1 && at % 1 < 0.9;
    return isInside && up > 0 && up <= (value / most) * tallest ? BAR : BACKGROUND;
  });
}

function paint(width: number, height: number, at: (x: number, y: number) => Colour): Picture {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(at(x, y), (y * width + x) * 3);
  }
  return { width, height, pixels };
}

function colour(next: () => number): Colour {
  return [64 + next() * 191, 64 + next() * 191, 64 + next() * 191];
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Numbers from 0 to 1 that follow from a seed. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
