import assert from 'node:assert/strict';
import {
  isTimeZone,
  nextPacificMidnight,
  nextPacificMonth,
  pacificDay,
  parseCron,
} from '../../../src/base/calendar';

/** Times with the day in California, and the starts of the next day and month. */
const TIMES: readonly (readonly [string, string, string, string])[] = [
  ['2026-11-30T20:00:00Z', '2026-11-30', '2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z'],
  // Still November in California.
  ['2026-12-01T07:59:59Z', '2026-11-30', '2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z'],
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

describe('schedules', () => {
  for (const [text, plain] of [
    ['* * * * *', '* * * * *'],
    ['50/5 9-11 * * *', '50,55 9,10,11 * * *'],
    ['10-40/15 */12 * mar,JUN-July *', '10,25,40 0,12 * 3,6,7 *'],
    ['0 6 10 * monday-wed', '0 6 10 * 1,2,3'],
  ] as const) {
    it(`are ${text}`, () => {
      assert.equal(parseCron(text), plain);
    });
  }

  for (const text of [
    '',
    '@daily',
    '60 * * * *',
    '5-1 * * * *',
    '*/0 * * * *',
    'mon * * * *',
    '* * L * *',
    '* * * * 1#2',
  ]) {
    it(`are not "${text}"`, () => {
      assert.equal(parseCron(text), undefined);
    });
  }

  it('want a zone that there is', () => {
    assert.ok(isTimeZone('Europe/Amsterdam'));
    for (const zone of ['', 'Europe/Atlantis', '__proto__']) assert.ok(!isTimeZone(zone), zone);
  });
});
