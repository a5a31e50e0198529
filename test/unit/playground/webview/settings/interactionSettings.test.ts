import assert from 'node:assert/strict';
import { findMessage, findType, isEnum } from '../../../../../src/api/schema/messages';
import type { PlaygroundSettings } from '../../../../../src/conversation/model/conversation';
import type { ModelInfo } from '../../../../../src/conversation/model/protocol';
import type { ChoiceRow, SettingRow } from '../../../../../src/playground/webview/settingRows/row';
import {
  pathOf,
  readRow,
  writeRow,
} from '../../../../../src/playground/webview/settingRows/rowValue';
import { SETTING_ROWS } from '../../../../../src/playground/webview/settingRows/rows';

function row(key: string): SettingRow {
  const found = SETTING_ROWS.find((candidate) => candidate.key === key);
  assert.ok(found, key);
  return found;
}

const request = ({ requests }: PlaygroundSettings): unknown => requests?.interaction;

describe('the settings of interactions', () => {
  it('are where their request has them', () => {
    const own = SETTING_ROWS.filter(
      (one) => pathOf(one, 'interaction') !== undefined && !('setting' in one.place),
    );
    assert.ok(own.length > 10);
    for (const { key, ...one } of own) {
      const of = key === 'agent' ? 'Agent' : 'Model';
      let message = `interactions.Create${of}Interaction`;
      for (const name of (pathOf(one, 'interaction') ?? '').split('.')) {
        const field = findMessage(message)?.fields[name];
        assert.ok(field, `${message}.${name} of ${key}`);
        message = field.type;
      }
      const type = findType(message);
      if (one.kind !== 'choice' || type === undefined || !isEnum(type)) continue;
      for (const option of one.options) assert.ok(Object.hasOwn(type.values, option), option);
    }
  });

  it('switch tools on and off, and leave the others as they are', () => {
    const tools = [
      { type: 'function', name: 'wind' },
      { type: 'google_search', newer: 1 },
    ];
    const before: PlaygroundSettings = { requests: { interaction: { tools } } };
    const search = row('step_google_search');
    assert.equal(readRow(search, before, 'interaction'), true);
    assert.equal(readRow(row('step_google_maps'), before, 'interaction'), undefined);
    const more = writeRow(row('step_url_context'), before, 'interaction', true);
    assert.deepEqual(request(more), { tools: [...tools, { type: 'url_context' }] });
    const less = writeRow(search, more, 'interaction', undefined);
    assert.deepEqual(request(less), { tools: [tools[0], { type: 'url_context' }] });
  });

  it('name the levels that the model takes', () => {
    const { takes, standard } = row('stepThinkingLevel') as ChoiceRow;
    const model: ModelInfo = {
      ...{ name: 'models/m', displayName: 'M', thinking: true },
      ...{ levels: ['LOW', 'HIGH'], level: 'HIGH' },
    };
    assert.deepEqual(takes?.(model), ['low', 'high']);
    assert.equal(standard?.(model), 'high');
    assert.equal(takes?.(undefined), undefined);
  });
});
