import assert from 'node:assert/strict';
import { principalPoints } from '../../../../src/playground/webview/modes/principal';
import { lengthOf, similarities } from '../../../../src/playground/webview/modes/similarity';

const near = (actual: number | undefined, expected: number): void => {
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-6, `${actual} instead of ${expected}`);
};

describe('similarity of vectors', () => {
  it('is that of their directions, whatever their lengths', () => {
    const [first = [], second = []] = similarities([
      [1, 0],
      [0, 2],
      [5, 5],
      [-3, 0],
    ]);
    near(first[0], 1);
    near(first[1], 0);
    near(first[2], Math.SQRT1_2);
    near(first[3], -1);
    near(second[0], 0);
  });

  it('is nothing with a vector that has no length', () => {
    assert.deepEqual(
      similarities([
        [0, 0],
        [1, 0],
      ])[0],
      [0, 0],
    );
  });
});

describe('the plot of vectors', () => {
  it('keeps the distances of points that lie in a plane', () => {
    const vectors = [
      [0, 0, 7],
      [4, 0, 7],
      [4, 3, 7],
      [0, 3, 7],
      [9, 1, 7],
    ];
    const points = principalPoints(vectors);
    for (const [i, one] of vectors.entries()) {
      for (const [j, other] of vectors.entries()) {
        const real = lengthOf(one.map((value, at) => value - (other[at] ?? 0)));
        const [p, q] = [points[i], points[j]];
        near(Math.hypot((p?.x ?? NaN) - (q?.x ?? NaN), (p?.y ?? NaN) - (q?.y ?? NaN)), real);
      }
    }
  });

  it('puts the direction in which they differ most across', () => {
    const points = principalPoints([
      [0, 0.1, 0],
      [0, -0.1, 50],
      [0, 0, 100],
    ]);
    const across = Math.abs((points[0]?.x ?? 0) - (points[2]?.x ?? 0));
    assert.ok(Math.abs(across - 100) < 0.01, `${across}`);
    assert.ok(points.every(({ y }) => Math.abs(y) < 1));
  });

  it('has finite places for vectors that are all the same, and for one alone', () => {
    for (const vectors of [
      [[1, 2]],
      [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
    ]) {
      assert.ok(principalPoints(vectors).every(({ x, y }) => x === 0 && y === 0));
    }
  });

  it('is there at once for a hundred texts of many numbers', () => {
    const vectors = Array.from({ length: 100 }, (_, i) =>
      Array.from({ length: 768 }, (_unused, j) => Math.sin(i * 13.7 + j * 0.9)),
    );
    const begun = performance.now();
    principalPoints(vectors);
    similarities(vectors);
    const took = performance.now() - begun;
    assert.ok(took < 1000, `${took} ms`);
  });
});
