import assert from 'node:assert/strict';
import { isTimeZone, parseCron } from '../../../src/base/cron';

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
