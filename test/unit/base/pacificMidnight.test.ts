import assert from 'node:assert/strict';
import {
  nextPacificMidnight,
  nextPacificMonth,
  pacificDay,
} from '../../../src/base/pacificMidnight';

/** Times with the day in California, and the starts of the next day and month. */
const TIMES: readonly (readonly [string, string, string, string])[] = [
  ['2026-11-30T20:00:00Z', '2026-11-30', '2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z'],
  // Still November in California.
  ['2026-12-01T07:59:59Z', '2026-11-30', '2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z'],
  ['2026-12-01T08:00:00Z', '2026-12-01', '2026-12-02T08:00:00Z', '2027-01-01T08:00:00Z'],
  // Summer time begins on a day of 23 hours, and ends on one of 25.
  ['2026-03-08T08:00:00Z', '2026-03-08', '2026-03-09T07:00:00Z', '2026-04-01T07:00:00Z'],
  ['2026-11-01T07:00:00Z', '2026-11-01', '2026-11-02T08:00:00Z', '2026-12-01T08:00:00Z'],
  ['2026-11-02T07:59:59Z', '2026-11-01', '2026-11-02T08:00:00Z', '2026-12-01T08:00:00Z'],
];

describe('midnight in California', () => {
  for (const [time, day, midnight, month] of TIMES) {
    it(`ends the day of ${time}`, () => {
      const now = Date.parse(time);
      assert.equal(pacificDay(now), day);
      assert.equal(nextPacificMidnight(now), Date.parse(midnight));
      assert.equal(nextPacificMonth(now), Date.parse(month));
    });
  }
});
