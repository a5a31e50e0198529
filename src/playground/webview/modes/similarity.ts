type Vector = readonly number[];

/** Cosine similarity of each vector with each: -1 to 1, and 0 with one that has no length. */
export function similarities(vectors: readonly Vector[]): readonly (readonly number[])[] {
  const lengths = vectors.map(lengthOf);
  return vectors.map((one, row) =>
    vectors.map((other, column) => {
      const length = (lengths[row] ?? 0) * (lengths[column] ?? 0);
      return length === 0 ? 0 : dot(one, other) / length;
    }),
  );
}

/** Euclidean length. */
export function lengthOf(vector: Vector): number {
  return Math.sqrt(dot(vector, vector));
}

export function dot(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
