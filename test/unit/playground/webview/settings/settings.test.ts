import assert from 'node:assert/strict';
import { findMessage, findType, isEnum } from '../../../../../src/api/schema/messages';
import type { FieldRow } from '../../../../../src/api/schema/row';
import { type ModelInfo, playgroundProtocol } from '../../../../../src/conversation/model/protocol';
import type { NumberRow, SettingRow } from '../../../../../src/playground/webview/settingRows/row';
import {
  pathOf,
  readRow,
  resetSettings,
  writeRow,
} from '../../../../../src/playground/webview/settingRows/rowValue';
import { SETTING_ROWS } from '../../../../../src/playground/webview/settingRows/rows';
import {
  formatStops,
  parseNumber,
  parseStops,
} from '../../../../../src/playground/webview/settingRows/typed';

const MODES = ['chat', 'text', 'message', 'answer', 'embed'] as const;
const MESSAGES = {
  chat: 'GenerateContentRequest',
  text: 'GenerateTextRequest',
  message: 'GenerateMessageRequest',
  answer: 'GenerateAnswerRequest',
  embed: 'EmbedContentRequest',
  interaction: 'interactions.CreateModelInteraction',
} as const;
const NUMBERS = SETTING_ROWS.filter((row): row is NumberRow => row.kind === 'number');

function rowOf(key: string): NumberRow {
  const row = NUMBERS.find((candidate) => candidate.key === key);
  assert.ok(row);
  return row;
}

function settingOf(key: string): SettingRow {
  const row = SETTING_ROWS.find((candidate) => candidate.key === key);
  assert.ok(row);
  return row;
}

function parse(key: string, typed: string, model?: ModelInfo): unknown {
  const row = rowOf(key);
  return parseNumber(typed, row, row.max(model, 'chat'));
}

const model: ModelInfo = {
  name: 'models/m',
  displayName: 'M',
  maxTemperature: 1,
  outputTokenLimit: 8192,
  topK: 40,
  thinking: false,
};

/** Paths of all fields of a message that hold a value, those of its own messages included. */
function leaves(message: string, prefix = ''): readonly string[] {
  const row = findMessage(message);
  if (!row) return [];
  return Object.entries(row.fields).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const inner =
      field.repeated || field.map || path === 'responseSchema'
        ? []
        : leaves(field.type, `${path}.`);
    return inner.length > 0 ? inner : [path];
  });
}

/** What has no field in the panel, with all that is in it: it is set in the request as JSON. */
const AS_JSON = {
  responseJsonSchema: 'an alternative to the response schema',
  'speechConfig.voiceConfig.voice': 'voices of users are managed elsewhere',
  'speechConfig.voiceConfig.replicatedVoiceConfig': 'it holds recordings',
  audioTranscriptionConfig: 'for transcripts',
  translationConfig: 'of conversations in real time',
  enableAffectiveDialog: 'of conversations in real time',
  'responseFormat.text': 'the format and the schema say the same',
  'responseFormat.image': 'ratio and size say the same',
  'responseFormat.audio.sampleRate': 'as the encoding has it',
  'responseFormat.audio.bitRate': 'as the encoding has it',
  'responseFormat.audio.delivery': 'within the answer is what can be played',
};

describe('the settings of the panel', () => {
  it('have a field for everything of the configuration, or a reason', () => {
    const paths = SETTING_ROWS.map((row) => pathOf(row, 'chat'));
    const missing = leaves('GenerationConfig').filter(
      (path) => !paths.some((known) => `generationConfig.${path}`.startsWith(known ?? '?')),
    );
    const reasons = Object.keys(AS_JSON);
    const isIn = (path: string, reason: string): boolean =>
      path === reason || path.startsWith(`${reason}.`);
    assert.deepEqual(
      missing.filter((path) => !reasons.some((reason) => isIn(path, reason))),
      [],
    );
    assert.deepEqual(
      reasons.filter((reason) => !missing.some((path) => isIn(path, reason))),
      [],
    );
  });

  it('are where the request of their mode has them', () => {
    for (const row of SETTING_ROWS.filter(({ place }) => !('setting' in place))) {
      for (const mode of [...MODES, 'interaction'] as const) {
        const path = pathOf(row, mode);
        if (path === undefined) continue;
        const isAgent = row.key === 'agent';
        let message: string = isAgent ? 'interactions.CreateAgentInteraction' : MESSAGES[mode];
        for (const name of path.split('.')) {
          const field: FieldRow | undefined = findMessage(message)?.fields[name];
          assert.ok(field, `${message}.${name} of ${row.key}`);
          message = field.type;
        }
        const type = findType(message);
        if (row.kind !== 'choice' && row.kind !== 'choices') continue;
        if (type === undefined || !isEnum(type)) continue;
        for (const option of row.options) assert.ok(Object.hasOwn(type.values, option), option);
      }
    }
  });

  it('keep what else is set about the safety of a category', () => {
    const set = { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF', newer: 1 };
    const before = { requests: { chat: { safetySettings: [set] } } };
    const settings = writeRow(settingOf('safety-HARASSMENT'), before, 'chat', 'BLOCK_NONE');
    assert.deepEqual(settings.requests?.chat?.safetySettings, [
      { ...set, threshold: 'BLOCK_NONE' },
    ]);
  });

  it('stand beside what has no field', () => {
    const before = {
      requests: { chat: { generationConfig: { newer: [1] }, tools: [{ newTool: {} }] } },
    };
    let settings = writeRow(settingOf('seed'), before, 'chat', 7);
    settings = writeRow(settingOf('codeExecution'), settings, 'chat', true);
    settings = writeRow(settingOf('safety-HARASSMENT'), settings, 'chat', 'OFF');
    settings = writeRow(settingOf('temperature'), settings, 'chat', 0.5);
    assert.deepEqual(settings, {
      temperature: 0.5,
      requests: {
        chat: {
          generationConfig: { newer: [1], seed: 7 },
          tools: [{ newTool: {} }, { codeExecution: {} }],
          safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
        },
      },
    });
    assert.equal(readRow(settingOf('codeExecution'), settings, 'chat'), true);
    for (const key of ['seed', 'codeExecution', 'safety-HARASSMENT', 'temperature']) {
      settings = writeRow(settingOf(key), settings, 'chat', undefined);
      assert.equal(readRow(settingOf(key), settings, 'chat'), undefined);
    }
    assert.deepEqual(settings, before);
  });

  it('leave the options of a tool alone that is on', () => {
    const settings = { requests: { chat: { tools: [{ googleMaps: { enableWidget: true } }] } } };
    assert.equal(readRow(settingOf('googleMaps'), settings, 'chat'), true);
    assert.deepEqual(writeRow(settingOf('googleMaps'), settings, 'chat', undefined), {});
  });

  it('list the VS Code tools of declared functions, and remove these functions', () => {
    const declared = ['read', 'own'].map((name) => ({ name }));
    const settings = {
      vscodeTools: { read: 'read_file', gone: 'gone' },
      requests: { chat: { tools: [{ functionDeclarations: declared }] } },
    };
    const row = settingOf('vscodeTools');
    assert.deepEqual(readRow(row, settings, 'chat'), ['read_file']);
    assert.deepEqual(writeRow(row, settings, 'chat', undefined).requests, {
      chat: { tools: [{ functionDeclarations: [{ name: 'own' }] }] },
    });
  });

  it('are as by default once all of them are reset, but for what other modes have and what functions answered', () => {
    const all = {
      systemInstruction: 'Be brief.',
      temperature: 0.5,
      whole: true,
      autoRespond: true,
      mocks: { f: { result: 1 } },
      requests: { chat: { newer: 1, tools: [{ codeExecution: {} }] }, embed: { title: 'T' } },
    };
    assert.deepEqual(resetSettings(all, 'chat'), {
      mocks: { f: { result: 1 } },
      requests: { embed: { title: 'T' } },
    });
    assert.deepEqual(resetSettings(all, 'embed'), {
      ...all,
      requests: { chat: all.requests.chat },
    });
  });
});

describe('numbers of the settings', () => {
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

  it('are what the host takes, at both ends of each range', () => {
    for (const row of NUMBERS) {
      for (const mode of MODES.filter((id) => pathOf(row, id) !== undefined)) {
        for (const value of [row.min, row.max(undefined, mode)]) {
          const settings = writeRow(row, {}, mode, value);
          const sent = playgroundProtocol.calls.setSettings.input.parse(settings);
          assert.equal(readRow(row, sent, mode), value, row.key);
        }
      }
    }
  });
});

describe('stop sequences', () => {
  it('stand one per line, with escapes for what a line can not hold', () => {
    assert.deepEqual(parseStops('END\n\n\\n\\n\na\\tb\n'), {
      value: ['END', '\n\n', 'a\tb'],
    });
    assert.deepEqual(parseStops(''), {});
  });

  it('come back as they were written', () => {
    const stops = ['END', '\n', 'C:\\new', '\ttab', ' '];
    const parsed = parseStops(formatStops(stops));
    assert.deepEqual(parsed, { value: stops });
    assert.equal(formatStops([]), '');
  });

  it('are at most five, of a bearable length', () => {
    assert.deepEqual(parseStops('a\nb\nc\nd\ne\nf'), { error: 'tooManyStops' });
    assert.deepEqual(parseStops('x'.repeat(1001)), { error: 'stopTooLong' });
  });
});
