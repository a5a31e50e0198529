import assert from 'node:assert/strict';
import { playgroundProtocol, type ModelInfo } from '../../../../src/playground/protocol';
import {
  formatStops,
  NUMBER_ROWS,
  parseNumber,
  parseStops,
  tidy,
  type NumberKey,
  type NumberRow,
} from '../../../../src/playground/webview/settings/fields';

function rowOf(key: NumberKey): NumberRow {
  const row = NUMBER_ROWS.find((candidate) => candidate.key === key);
  assert.ok(row);
  return row;
}

function parse(key: NumberKey, typed: string, model?: ModelInfo): unknown {
  const row = rowOf(key);
  return parseNumber(typed, row, row.max(model));
}

const model: ModelInfo = {
  name: 'models/m',
  displayName: 'M',
  maxTemperature: 1,
  outputTokenLimit: 8192,
  topK: 40,
  thinking: false,
};

describe('numbers of the settings', () => {
  it('are the default where the field is empty', () => {
    for (const { key } of NUMBER_ROWS) assert.deepEqual(parse(key, '  '), {});
  });

  it('take a point or a comma', () => {
    assert.deepEqual(parse('temperature', '0.7'), { value: 0.7 });
    assert.deepEqual(parse('temperature', ' 0,7 '), { value: 0.7 });
    assert.deepEqual(parse('topP', '.5'), { value: 0.5 });
    assert.deepEqual(parse('topP', '0'), { value: 0 });
  });

  it('say what is wrong', () => {
    for (const typed of ['warm', '1e3', '0x10', 'NaN', 'Infinity', '1.2.3', '--1', '.']) {
      assert.deepEqual(parse('temperature', typed), { error: 'notANumber' }, typed);
    }
    assert.deepEqual(parse('topK', '1.5'), { error: 'notWhole' });
    assert.deepEqual(parse('temperature', '2.1'), { error: 'outOfRange' });
    assert.deepEqual(parse('temperature', '-0.1'), { error: 'outOfRange' });
    assert.deepEqual(parse('maxOutputTokens', '0'), { error: 'outOfRange' });
  });

  it('keep to the range of the model', () => {
    assert.deepEqual(parse('temperature', '1.5', model), { error: 'outOfRange' });
    assert.deepEqual(parse('maxOutputTokens', '8192', model), { value: 8192 });
    assert.deepEqual(parse('maxOutputTokens', '8193', model), { error: 'outOfRange' });
    assert.deepEqual(parse('maxOutputTokens', '8193'), { value: 8193 });
  });

  it('are offered where the model has them', () => {
    assert.equal(rowOf('topK').known(model), true);
    assert.equal(rowOf('topK').known(undefined), false);
    assert.equal(rowOf('topP').known(undefined), true);
  });

  it('are what the host takes, at both ends of each range', () => {
    for (const row of NUMBER_ROWS) {
      for (const value of [row.min, row.max(undefined)]) {
        const settings = { [row.key]: value };
        assert.deepEqual(playgroundProtocol.calls.setSettings.input.parse(settings), settings);
      }
    }
  });
});

describe('stop sequences', () => {
  it('stand one per line, with escapes for what a line can not hold', () => {
    assert.deepEqual(parseStops('END\n\n\\n\\n\na\\tb\n'), {
      value: ['END', '\n\n', 'a\tb'],
      count: 3,
    });
    assert.deepEqual(parseStops(''), { count: 0 });
  });

  it('come back as they were written', () => {
    const stops = ['END', '\n', 'C:\\new', '\ttab', ' '];
    const parsed = parseStops(formatStops(stops));
    assert.deepEqual(parsed, { value: stops, count: 5 });
    assert.equal(formatStops(undefined), '');
  });

  it('are at most five, of a bearable length', () => {
    assert.deepEqual(parseStops('a\nb\nc\nd\ne\nf'), { error: 'tooManyStops', count: 6 });
    assert.deepEqual(parseStops('x'.repeat(1001)), { error: 'stopTooLong', count: 1 });
  });
});

describe('tidy settings', () => {
  it('leave out what is empty, in one order', () => {
    assert.deepEqual(tidy({ systemInstruction: '  ', stopSequences: [] }), {});
    assert.equal(
      JSON.stringify(tidy({ topP: 0, temperature: 0, includeThoughts: false })),
      '{"temperature":0,"topP":0,"includeThoughts":false}',
    );
  });
});
