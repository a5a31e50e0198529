import assert from 'node:assert/strict';
import type { PlaygroundSettings } from '../../../../../src/conversation/model/conversation';
import type { ModelInfo } from '../../../../../src/conversation/model/protocol';
import type { ChoiceRow, SettingRow } from '../../../../../src/playground/webview/settingRows/row';
import { readRow, writeRow } from '../../../../../src/playground/webview/settingRows/rowValue';
import { SETTING_ROWS } from '../../../../../src/playground/webview/settingRows/rows';
import {
  parseTyped,
  rangeProblem,
  toTyped,
} from '../../../../../src/playground/webview/settingRows/typed';

function row(key: string): SettingRow {
  const found = SETTING_ROWS.find((candidate) => candidate.key === key);
  assert.ok(found, key);
  return found;
}

/** What a text in the field of a row makes of settings. */
function typed(key: string, text: string, settings: PlaygroundSettings = {}): PlaygroundSettings {
  const parsed = parseTyped(row(key), text, undefined, 'chat');
  assert.ok(!('error' in parsed), key);
  const next = writeRow(row(key), settings, 'chat', parsed.value);
  assert.equal(toTyped(row(key), readRow(row(key), next, 'chat')), text);
  return next;
}

const chat = ({ requests }: PlaygroundSettings): unknown => requests?.chat;
const model = (facts: Partial<ModelInfo>): ModelInfo => ({
  name: 'models/m',
  displayName: 'M',
  thinking: true,
  ...facts,
});

describe('the settings of models of today', () => {
  it('are the level or the budget of thinking, whichever the model takes', () => {
    const [level, budget] = [row('thinkingLevel'), row('thinkingBudget')];
    const byLevel = model({ levels: ['LOW', 'HIGH'], level: 'HIGH' });
    const byBudget = model({ budget: [128, 32_768] });
    assert.deepEqual([level.known?.(byLevel), budget.known?.(byLevel)], [true, false]);
    assert.deepEqual([level.known?.(byBudget), budget.known?.(byBudget)], [false, true]);
    assert.deepEqual([level.known?.(model({})), budget.known?.(model({}))], [true, true]);
    assert.equal(level.known?.(model({ thinking: false })), false);
    const { takes, standard } = level as ChoiceRow;
    assert.deepEqual(takes?.(byLevel), ['LOW', 'HIGH']);
    assert.equal(standard?.(byLevel), 'HIGH');
    const parsed = parseTyped(budget, '40000', byBudget, 'chat');
    assert.deepEqual(parsed, { error: 'outOfRange' });
  });

  it('take one of two that exclude each other', () => {
    const settings = typed('thinkingBudget', '100', typed('thinkingLevel', 'LOW'));
    assert.deepEqual(chat(settings), {
      generationConfig: { thinkingConfig: { thinkingBudget: 100 } },
    });
    assert.deepEqual(chat(typed('thinkingLevel', 'LOW', settings)), {
      generationConfig: { thinkingConfig: { thinkingLevel: 'LOW' } },
    });
  });
});

describe('the tools of models of today', () => {
  it('have options of their own, which leave the tool on', () => {
    let settings = typed('googleSearch', 'true');
    settings = typed('searchImages', 'true', settings);
    settings = typed('searchFrom', '2026-01-31', settings);
    settings = typed('searchTo', '2026-02-01', settings);
    assert.deepEqual(chat(settings), {
      tools: [
        {
          googleSearch: {
            searchTypes: { imageSearch: {} },
            timeRangeFilter: {
              startTime: '2026-01-31T00:00:00Z',
              endTime: '2026-02-01T00:00:00Z',
            },
          },
        },
      ],
    });
    for (const key of ['searchImages', 'searchFrom', 'searchTo']) {
      assert.equal(row(key).needs, 'googleSearch');
      settings = writeRow(row(key), settings, 'chat', undefined);
    }
    assert.deepEqual(chat(settings), { tools: [{ googleSearch: {} }] });
    settings = typed('latitude', '48.4', typed('googleMaps', 'true', settings));
    assert.deepEqual(chat(settings), {
      tools: [{ googleSearch: {} }, { googleMaps: {} }],
      toolConfig: { retrievalConfig: { latLng: { latitude: 48.4 } } },
    });
  });

  it('have both ends of a range of days, in their order, or none', () => {
    const problem = (from: string, to: string, at: 'searchFrom' | 'searchTo'): string => {
      const days: { readonly [key: string]: string } = { searchFrom: from, searchTo: to };
      return rangeProblem(row(at), days[at] ?? '', (key) => days[key] ?? '') ?? '';
    };
    assert.match(
      problem('2026-01-31', '', 'searchTo'),
      /Set this date, too, or clear the other one\./,
    );
    assert.match(
      problem('', '2026-01-31', 'searchFrom'),
      /Set this date, too, or clear the other one\./,
    );
    assert.match(
      problem('2026-01-31', '2026-01-30', 'searchTo'),
      /This date is before the start date\./,
    );
    for (const [from, to] of [
      ['', ''],
      ['2026-01-31', '2026-01-31'],
      ['2026-01-31', '2026-02-01'],
    ] as const) {
      assert.equal(problem(from, to, 'searchFrom') + problem(from, to, 'searchTo'), '');
    }
    assert.equal(rangeProblem(row('temperature'), '1', () => '') ?? '', '');
  });
});
