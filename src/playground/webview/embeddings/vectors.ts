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

export interface Point {
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
