import assert from 'node:assert/strict';
import {
  localizedText,
  compactNumber,
  csvLine,
  fence,
  relativeTime,
  shownDuration,
  shownElapsed,
  shownSize,
  sizeText,
  timeLeft,
  untilRelativeTimeChanges,
} from '../../../src/base/format';

describe('a size', () => {
  for (const [bytes, text] of [
    [1, '1 byte'],
    [1000, '1.0 KB'],
    [999_949, '1.0 MB'],
    [2_500_000, '2.5 MB'],
    [2 ** 31, '2.1 GB'],
  ] as const) {
    it(`of ${bytes} bytes is ${text}`, () => {
      assert.equal(shownSize(bytes), text);
    });
  }

  it('is spoken in words', () => {
    assert.deepEqual(sizeText(4_900_000, true), { message: '{0} megabytes', args: ['4.9'] });
  });
});

describe('a duration', () => {
  for (const [ms, text] of [
    [999.4, '999 ms'],
    [999.5, '1.00 s'],
    [59_950, '1 min 0 s'],
    [3_780_000, '1 h 3 min'],
  ] as const) {
    it(`of ${ms} milliseconds is ${text}`, () => {
      assert.equal(shownDuration(ms), text);
    });
  }

  it('that goes on is told in seconds that are over', () => {
    const texts = [0, 59_999, 60_000, 3_599_999, 3_600_000].map((ms) => shownElapsed(ms));
    assert.deepEqual(texts, ['0 s', '59 s', '1 min 0 s', '59 min 59 s', '1 h 0 min']);
  });
});

describe('a time', () => {
  it('is told by how long ago it was', () => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    const ago = (time: string): string => relativeTime(Date.parse(time), now, 'en');
    assert.equal(ago('2026-03-10T11:59:30Z'), 'now');
    assert.equal(ago('2026-03-10T12:59:30Z'), 'now');
    assert.equal(ago('2026-03-10T11:55:00Z'), '5 min. ago');
    assert.equal(ago('2026-03-10T03:00:00Z'), '9 hr. ago');
    assert.equal(ago('2026-03-07T03:00:00Z'), '3 days ago');
    assert.equal(ago('2026-02-01T13:00:00Z'), 'Feb 1, 2026');
    assert.equal(ago('once'), '');
  });

  it('is told otherwise when the next unit is full', () => {
    const waits = [0, 59_000, 150_000, 3_600_000].map((ago) => untilRelativeTimeChanges(0, ago));
    assert.deepEqual(waits, [60_000, 1000, 30_000, 3_600_000]);
  });

  it('until which something is kept is told in the unit that fits', () => {
    const left = [0, 30_000, 120_000, 3_600_000, 3_780_000, 7_200_000, 172_799_999, 172_800_000];
    assert.deepEqual(left.map((ms) => timeLeft(ms)).map(localizedText), [
      'expired',
      'less than a minute left',
      '2 min left',
      '1 h left',
      '1 h 3 min left',
      '2 h left',
      '47 h left',
      '2 d left',
    ]);
  });
});

describe('a count', () => {
  it('is shortened', () => {
    const counts = [0, 512, 999, 1000, 8192, 999_499, 999_500, 1_048_576, 99_949_999, 99_950_000];
    assert.deepEqual(
      counts.map((count) => compactNumber(count)),
      ['0', '512', '999', '1k', '8k', '999k', '1.0M', '1.0M', '99.9M', '100M'],
    );
    assert.equal(compactNumber(1_500_000, 'de'), '1,5M');
  });
});

describe('a row of CSV', () => {
  const cells: readonly (readonly [given: string, written: string])[] = [
    ['=1+1', "'=1+1"],
    ['＝1', "'＝1"],
    ['a;=1', "a;'=1"],
    ['a;"=1', `"a;""'=1"`],
    ['a\n=1\r\n@x', `"a\n'=1\r\n'@x"`],
    ...['-5', '+1.5', '-.5', '-1e-7', '+4915112345678', '-5%', 'a;-5', 'a=b', 'x - y', 'a@b.c'].map(
      (text) => [text, text] as const,
    ),
    ['-1,5', '"-1,5"'],
    ['a, "b"', '"a, ""b"""'],
  ];
  for (const [given, written] of cells) {
    it(`has ${JSON.stringify(given)} as a text or a number, never as a formula`, () => {
      assert.equal(csvLine(['x', given]), `x,${written}\r\n`);
    });
  }
});

describe('a fence', () => {
  it('is longer than any within the text', () => {
    assert.equal(fence('a\n', 'text'), '```text\na\n```');
    assert.equal(fence('````\n', ''), '`````\n````\n`````');
  });
});
