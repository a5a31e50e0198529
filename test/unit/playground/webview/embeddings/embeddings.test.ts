import assert from 'node:assert/strict';
import { plotLabels } from '../../../../../src/playground/webview/embeddings/plot';
import {
  lengthOf,
  principalPoints,
  similarities,
} from '../../../../../src/playground/webview/embeddings/vectors';

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
    const { points, share } = principalPoints(vectors);
    near(share, 1);
    for (const [i, one] of vectors.entries()) {
      for (const [j, other] of vectors.entries()) {
        const real = lengthOf(one.map((value, at) => value - (other[at] ?? 0)));
        const [p, q] = [points[i], points[j]];
        near(Math.hypot((p?.x ?? NaN) - (q?.x ?? NaN), (p?.y ?? NaN) - (q?.y ?? NaN)), real);
      }
    }
  });

  it('puts the direction in which they differ most across', () => {
    const { points } = principalPoints([
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
      const { points, share } = principalPoints(vectors);
      assert.ok(points.every(({ x, y }) => x === 0 && y === 0));
      assert.equal(share, undefined);
    }
  });

  it('has the share of the variance that two of four equal directions have', () => {
    const apart = [0, 1, 2, 3, 4].map((at) => [0, 1, 2, 3, 4].map((one) => Number(one === at)));
    near(principalPoints(apart).share, 0.5);
  });
});

describe('the numbers of the points of a plot', () => {
  const PICTURE = { width: 320, height: 240 };
  const at = (...points: readonly (readonly [number, number])[]): ReturnType<typeof plotLabels> =>
    plotLabels(
      points.map(([x, y]) => ({ x, y })),
      PICTURE,
    );

  it('stand at the right of their points, or elsewhere at the edge of the picture', () => {
    const [middle, right, corner] = at([100, 100], [318, 100], [318, 2]);
    assert.deepEqual(middle, { x: 107, y: 104 });
    assert.ok(right && right.x < 311 && right.y === 104, JSON.stringify(right));
    assert.equal(corner, undefined);
  });

  it('are left out where they would cover another one or a point', () => {
    const same = Array.from({ length: 9 }, () => [100, 100] as const);
    const shown = at(...same).flatMap((label, index) => (label ? [index] : []));
    assert.deepEqual(shown, [0, 1, 2, 3]);
    const crowd = Array.from({ length: 100 }, (_, index) => {
      return [160 + 40 * Math.sin(index * 2.4), 120 + 40 * Math.cos(index * 7.1)] as const;
    });
    const labels = at(...crowd);
    assert.deepEqual(at(...crowd), labels);
    const boxes = labels.flatMap((label, index) =>
      label ? [{ ...label, width: 6 * String(index + 1).length }] : [],
    );
    assert.ok(boxes.length > 10 && boxes.length < 100, `${boxes.length}`);
    for (const [index, one] of boxes.entries()) {
      for (const other of boxes.slice(index + 1)) {
        const apart =
          Math.abs(one.y - other.y) >= 8 ||
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x;
        assert.ok(apart, JSON.stringify([one, other]));
      }
      const covers = crowd.some(
        ([x, y]) => x > one.x && x < one.x + one.width && y < one.y && y > one.y - 8,
      );
      assert.ok(!covers, JSON.stringify(one));
    }
  });
});
