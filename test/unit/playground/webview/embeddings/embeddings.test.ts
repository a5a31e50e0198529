import assert from 'node:assert/strict';
import {
  lengthOf,
  plotLabels,
  principalPoints,
  similarities,
} from '../../../../../src/playground/webview/embeddings/plot';

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
});

describe('the numbers of the points of a plot', () => {
  const PICTURE = { width: 320, height: 240 };
  const at = (...points: readonly (readonly [number, number])[]): ReturnType<typeof plotLabels> =>
    plotLabels(
      points.map(([x, y]) => ({ x, y })),
      PICTURE,
    );

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
