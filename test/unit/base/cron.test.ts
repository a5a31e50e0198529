import assert from 'node:assert/strict';
import { isTimeZone, parseCron } from '../../../src/base/cron';

describe('schedules', () => {
  // A Saturday.
  const noon = '2026-01-31T12:00:00Z';

  /** The next times of a schedule after one, in UTC. */
  const due = (text: string, after: string, count: number, zone?: string) =>
    parseCron(text, zone)
      ?.nextRuns(count, new Date(after))
      .map((time) => time.toISOString().slice(0, 16));

  for (const [text, ...expected] of [
    ['50/5 * * * *', '2026-01-31T12:50', '2026-01-31T12:55', '2026-01-31T13:50'],
    ['0 6 * march,JUN-July *', '2026-03-01T06:00', '2026-03-02T06:00'],
    ['0 6 * * 7', '2026-02-01T06:00', '2026-02-08T06:00'],
    // Both kinds of days: one of them is enough.
    ['0 6 10 * fri', '2026-02-06T06:00', '2026-02-10T06:00', '2026-02-13T06:00'],
  ] as const) {
    it(`are due by ${text}`, () => {
      assert.deepEqual(due(text, noon, expected.length), expected);
    });
  }

  it('count in their time zone', () => {
    assert.deepEqual(due('0 1 * * sun', noon, 1, 'Australia/Sydney'), ['2026-01-31T14:00']);
    // At 1:00 UTC on the 29th, clocks go from 2:00 to 3:00.
    const days = ['2026-03-28T05:00', '2026-03-29T04:00'];
    assert.deepEqual(due('0 6 * * *', '2026-03-28T00:00:00Z', 2, 'Europe/Amsterdam'), days);
  });

  for (const text of [
    ...['', '* * * *', '* * * * * *', '@daily', '60 * * * *', '* 24 * * *', '* * 0 * *'],
    ...['* * 32 * *', '* * * 13 *', '* * * 0 *', '* * * * 8', '5-1 * * * *', '*/0 * * * *'],
    ...['1,,2 * * * *', '-1 * * * *', '1- * * * *', 'mon * * * *', '* * * mon *', '1.5 * * * *'],
    ...['* * L * *', '* * 15W * *', '* * * * 1#2', '? * * * *'],
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
