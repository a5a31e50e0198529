import assert from 'node:assert/strict';
import { nextDue } from '../../../../src/base/cron';
import { checkTimeZone, readSchedule } from '../../../../src/emulator/schedules/cron';
import { StatusError } from '../../../../src/emulator/status';

/** The next times of a schedule after one, in UTC. */
function due(text: string, after: string, count = 1, zone = 'UTC'): readonly string[] {
  const schedule = readSchedule(text);
  const found: string[] = [];
  let at = Date.parse(after);
  while (found.length < count) {
    const next = nextDue(schedule, zone, at);
    if (next === undefined) break;
    at = next;
    found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
}

describe('emulator: schedules', () => {
  // A Saturday.
  const noon = '2026-01-31T12:00:00Z';

  for (const [text, ...expected] of [
    ['* * * * *', '2026-01-31T12:01', '2026-01-31T12:02'],
    [
      '15-17 12 * * *',
      '2026-01-31T12:15',
      '2026-01-31T12:16',
      '2026-01-31T12:17',
      '2026-02-01T12:15',
    ],
    ['*/25 * * * *', '2026-01-31T12:25', '2026-01-31T12:50', '2026-01-31T13:00'],
    [
      '10-40/15 12 * * *',
      '2026-01-31T12:10',
      '2026-01-31T12:25',
      '2026-01-31T12:40',
      '2026-02-01T12:10',
    ],
    ['50/5 * * * *', '2026-01-31T12:50', '2026-01-31T12:55', '2026-01-31T13:50'],
    ['30,5 9,17 * * *', '2026-01-31T17:05', '2026-01-31T17:30', '2026-02-01T09:05'],
    ['0 6 * mar,JUN-Jul *', '2026-03-01T06:00', '2026-03-02T06:00'],
    [
      '0 6 * * mon-wed',
      '2026-02-02T06:00',
      '2026-02-03T06:00',
      '2026-02-04T06:00',
      '2026-02-09T06:00',
    ],
    ['0 6 * * 7', '2026-02-01T06:00', '2026-02-08T06:00'],
    ['0 6 * * 0', '2026-02-01T06:00', '2026-02-08T06:00'],
    // Both kinds of days: one of them is enough.
    ['0 6 10 * fri', '2026-02-06T06:00', '2026-02-10T06:00', '2026-02-13T06:00'],
    ['0 6 31 * *', '2026-03-31T06:00', '2026-05-31T06:00'],
    ['0 0 29 2 *', '2028-02-29T00:00', '2032-02-29T00:00'],
  ] as const) {
    it(`are due by ${text}`, () => {
      assert.deepEqual(due(text, noon, expected.length), expected);
    });
  }

  it('are due after a time, never at it', () => {
    assert.deepEqual(due('0 12 * * *', noon), ['2026-02-01T12:00']);
    assert.deepEqual(due('0 12 * * *', '2026-01-31T11:59:59.999Z'), ['2026-01-31T12:00']);
  });

  it('wait for a leap day over the end of a century', () => {
    assert.deepEqual(due('0 0 29 2 *', '2096-03-01T00:00:00Z'), ['2104-02-29T00:00']);
  });

  for (const text of ['0 0 31 2 *', '0 0 30 feb *', '0 0 31 4,6,9,11 *']) {
    it(`are never due on a day that is none: ${text}`, () => {
      assert.deepEqual(due(text, noon), []);
    });
  }

  for (const text of [
    ...['', '* * * *', '* * * * * *', '@daily', '60 * * * *', '* 24 * * *', '* * 0 * *'],
    ...['* * 32 * *', '* * * 13 *', '* * * 0 *', '* * * * 8', '5-1 * * * *', '*/0 * * * *'],
    ...['1,,2 * * * *', '-1 * * * *', '1- * * * *', 'mon * * * *', '* * * mon *', '1.5 * * * *'],
  ]) {
    it(`refuses "${text}"`, () => {
      assert.throws(
        () => readSchedule(text),
        (error) =>
          error instanceof StatusError &&
          error.code === 400 &&
          error.message === `Invalid value at 'schedule': '${text}' is no cron expression.`,
      );
    });
  }

  it('count in their time zone', () => {
    assert.deepEqual(due('0 6 * * *', noon, 1, 'Asia/Kolkata'), ['2026-02-01T00:30']);
    assert.deepEqual(due('0 6 * * *', noon, 1, 'Pacific/Kiritimati'), ['2026-01-31T16:00']);
    // Sunday there, Saturday here.
    assert.deepEqual(due('0 1 * * sun', noon, 1, 'Australia/Sydney'), ['2026-01-31T14:00']);
  });

  it('keep their hour when the clocks change', () => {
    const days = ['2026-03-28T05:00', '2026-03-29T04:00', '2026-03-30T04:00'];
    assert.deepEqual(due('0 6 * * *', '2026-03-28T00:00:00Z', 3, 'Europe/Amsterdam'), days);
  });

  it('leave out what the clocks leave out', () => {
    // From 2:00 to 3:00 at 1:00 UTC.
    const days = ['2026-03-28T01:30', '2026-03-30T00:30'];
    assert.deepEqual(due('30 2 * * *', '2026-03-28T00:00:00Z', 2, 'Europe/Amsterdam'), days);
  });

  it('come once where the clocks have an hour twice', () => {
    // From 3:00 back to 2:00 at 1:00 UTC.
    const days = ['2026-10-25T00:30', '2026-10-26T01:30'];
    assert.deepEqual(due('30 2 * * *', '2026-10-25T00:00:00Z', 2, 'Europe/Amsterdam'), days);
    assert.deepEqual(due('30 2 * * *', '2026-10-25T01:00:00Z', 1, 'Europe/Amsterdam'), [
      '2026-10-26T01:30',
    ]);
  });

  it('want a zone that there is', () => {
    checkTimeZone('Europe/Amsterdam');
    for (const zone of ['', 'Europe/Atlantis', '__proto__']) {
      assert.throws(() => checkTimeZone(zone), { code: 400 });
    }
  });
});
