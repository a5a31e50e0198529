import assert from 'node:assert/strict';
import { unmatchedText } from '../../../src/recordings/writer';
import type { Exchange } from '../../../src/recordings/exchange';
import { Matcher } from '../../../src/recordings/matcher';
import { DEFAULT_RULES } from '../../../src/recordings/rules';
import { NameMap } from '../../../src/recordings/mergeRecordings';

function changeBy(now: readonly string[], before: readonly string[]): (text: string) => string {
  const names = new NameMap();
  names.pair(now, before);
  return names.change();
}

describe('names of an earlier recording', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['files/new-12', 'files/old-12'],
    [
      'https://service.test/v1beta/files/new-12:download',
      'https://service.test/v1beta/files/old-12:download',
    ],
    ['files/new-123 and a-new-12', 'files/new-123 and a-new-12'],
    ['It is summer.', 'It is summer.'],
    ['token+/1==', 'other+/1=='],
    ['Not a token+/1== within', 'Not a token+/1== within'],
    ['files/b', 'files/c'],
    ['b', 'b'],
  ];
  for (const [now, before] of cases) {
    it(`stand in ${now} as ${before}`, () => {
      const change = changeBy(
        ['files/new-12', 'corpora/summer', 'token+/1==', 'files/b', '2'],
        ['files/old-12', 'corpora/winter', 'other+/1==', 'files/c', '3'],
      );
      assert.equal(change(now), before);
    });
  }

  const get = (name: string, answer = name): Exchange => ({
    operation: 'files.get',
    request: { method: 'GET', path: `/v1beta/${name}`, query: {}, body: { kind: 'none' } },
    answer: { status: 200, headers: {}, body: { kind: 'json', json: { name: answer } } },
  });
  const recordingOf = (exchange: Exchange, number: number) => ({
    file: `000${number}-files.get-00000000.json`,
    number,
    exchange,
  });

  it('that do not fit are told as that, and not as used', () => {
    const recordings = [recordingOf(get('files/aaa-1'), 1), recordingOf(get('files/bbb-2'), 2)];
    const matcher = new Matcher(recordings, DEFAULT_RULES);
    const canonicalOf = (name: string) => matcher.canonicalOf('files.get', get(name).request);
    assert.ok(matcher.take(canonicalOf('files/new-12')));
    assert.equal(matcher.take(canonicalOf('files/aaa-1')), undefined);
    const miss = matcher.describeMiss(canonicalOf('files/aaa-1'));
    assert.equal(miss.nearest, '0002-files.get-00000000.json');
    assert.match(
      unmatchedText('files.get', miss),
      /The closest is 0002-.*, whose resource names don’t match:\n {2}path: recorded ".*bbb-2", requested ".*aaa-1"$/,
    );
    const two = [...miss.differences, { field: 'body', recorded: 'a', asked: 'b' }];
    const text = unmatchedText('files.get', { ...miss, differences: two });
    // An error has it on one line, where nothing else would tell them apart.
    assert.match(text, /requested ".*aaa-1";\n {2}body: recorded "a", requested "b"$/);
    assert.ok(matcher.take(canonicalOf('files/bbb-2')));
    assert.match(
      unmatchedText('files.get', matcher.describeMiss(canonicalOf('files/aaa-1'))),
      /^All 2 /,
    );
  });
});
