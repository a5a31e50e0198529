import assert from 'node:assert/strict';
import { dayGroup } from '../../../../../src/playground/host/history/historyTree';

describe('the days of the conversations', () => {
  const former = process.env.TZ;

  afterEach(() => {
    if (former === undefined) delete process.env.TZ;
    else process.env.TZ = former;
  });

  const group = (zone: string, time: string, now: string): string => {
    process.env.TZ = zone;
    return dayGroup(time, Date.parse(now));
  };

  for (const [zone, time, now, expected] of [
    ['UTC', '2026-03-10T00:00:00Z', '2026-03-10T23:59:59Z', 'today'],
    ['UTC', '2026-03-09T23:59:59Z', '2026-03-10T00:00:01Z', 'yesterday'],
    ['UTC', '2026-03-08T23:59:59Z', '2026-03-10T12:00:00Z', 'week'],
    ['UTC', '2026-03-03T00:00:00Z', '2026-03-10T12:00:00Z', 'week'],
    ['UTC', '2026-03-02T23:59:59Z', '2026-03-10T12:00:00Z', 'older'],
    // The same two moments are of one day in one place, and of two in another.
    ['Asia/Tokyo', '2026-03-09T15:30:00Z', '2026-03-10T10:00:00Z', 'today'],
    ['America/New_York', '2026-03-09T15:30:00Z', '2026-03-10T10:00:00Z', 'yesterday'],
    // Clocks went forward: that day had 23 hours.
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-30T06:00:00Z', 'yesterday'],
    ['Europe/Berlin', '2026-03-28T22:30:00Z', '2026-03-30T06:00:00Z', 'week'],
    // Another machine's clock is ahead, and a time that is none.
    ['UTC', '2027-01-01T00:00:00Z', '2026-03-10T12:00:00Z', 'today'],
    ['UTC', 'yesterday', '2026-03-10T12:00:00Z', 'older'],
  ] as const) {
    it(`takes ${time} in ${zone} at ${now} for ${expected}`, () => {
      assert.equal(group(zone, time, now), expected);
    });
  }
});
