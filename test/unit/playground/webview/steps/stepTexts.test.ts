import assert from 'node:assert/strict';
import type { Step } from '../../../../../src/conversation/model/interaction';
import { createFormat } from '../../../../../src/playground/webview/format';
import { copiedText } from '../../../../../src/playground/webview/steps/stepRow';
import {
  costText,
  summaryLine,
  stateOf,
} from '../../../../../src/playground/webview/steps/stepTexts';
import { Timeline, type TimelineItem } from '../../../../../src/playground/webview/steps/timeline';

function row(...steps: readonly Step[]): TimelineItem {
  const [item] = new Timeline().of(steps);
  assert.ok(item);
  return item;
}

const call: Step = { type: 'function_call', id: 'f1', name: 'wind', arguments: { place: 'Oslo' } };
const result: Step = { type: 'function_result', call_id: 'f1', name: 'wind', result: 'NW' };

describe('what a row of the timeline says', () => {
  it('is what its step is about', () => {
    for (const [step, gist] of [
      [call, 'wind(place: "Oslo")'],
      [{ type: 'function_call', name: 'now', arguments: {} }, 'now'],
      [
        { type: 'function_call', name: 'f', arguments: { a: [1, 2], b: { c: 1 }, d: null } },
        'f(a: [2], b: {…}, d: null)',
      ],
      [
        { type: 'mcp_server_tool_call', server_name: 'weather', name: 'at', arguments: {} },
        'weather › at',
      ],
      [
        { type: 'google_search_call', arguments: { queries: ['kites', '', 'tails'] } },
        'kites · tails',
      ],
      [
        { type: 'url_context_call', arguments: { urls: ['https://a.example'] } },
        'https://a.example',
      ],
      [
        {
          type: 'code_execution_call',
          arguments: { language: 'python', code: '\nx = 1\nprint(x)' },
        },
        'x = 1',
      ],
      [{ type: 'thought', summary: [{ type: 'text', text: 'Secret' }] }, ''],
      [{ type: 'telepathy', arguments: { strength: 0.4 } }, 'strength: 0.4'],
      [{ type: 'google_search_call', arguments: 'nonsense' }, ''],
    ] as const) {
      assert.equal(summaryLine(step), gist);
    }
  });

  it('shows what would hide, in one line that ends', () => {
    const step: Step = {
      type: 'google_search_call',
      arguments: { queries: [`a\u202eb\n${'x'.repeat(1000)}`] },
    };
    assert.match(summaryLine(step), /^a⟨U\+202E⟩b x+$/);
    assert.ok(summaryLine(step).length < 400);
  });

  it('is how it stands', () => {
    const of = (item: TimelineItem, growsAt: number, status?: string) =>
      stateOf({ item, growsAt, status });
    const search: Step = { type: 'google_search_call', id: 's1', arguments: {} };
    assert.equal(of(row(call, result), -1), 'done');
    assert.equal(of(row(call, { ...result, is_error: true }), -1), 'failed');
    assert.equal(of(row(call), -1, 'requires_action'), 'waiting');
    assert.equal(of(row(call), -1, 'completed'), 'done');
    assert.equal(of(row(search), 5), 'running');
    assert.equal(of(row(search), -1, 'cancelled'), 'cut');
    const said: Step = { type: 'model_output' };
    assert.equal(of(row(said), 0), 'running');
    assert.equal(of(row(said), 1), 'done');
    assert.equal(of(row({ ...said, error: { code: 13, message: 'Cut.' } }), -1), 'failed');
  });

  it('is what a call and its result took together', () => {
    const format = createFormat('en');
    const item = row(call, result);
    const times = [
      { start: 100, stop: 150 },
      { start: 900, stop: 1500 },
    ];
    assert.deepEqual(costText(item, { times, tokens: [40, 2] }, format), ['1.40 s', '42 tokens']);
    assert.deepEqual(
      costText(item, { times: [times[0] ?? null, null], tokens: undefined }, format),
      [],
    );
    assert.deepEqual(costText(item, { times: undefined, tokens: [null, null] }, format), []);
  });

  it('is copied as words, as code, or as JSON', () => {
    const text = (words: string) => [{ type: 'text', text: words }];
    assert.equal(copiedText(row({ type: 'model_output', content: text('Up.') })), 'Up.');
    assert.equal(copiedText(row({ type: 'thought', summary: text('Hm.') })), 'Hm.');
    const code: Step = { type: 'code_execution_call', id: 'c', arguments: { code: 'print(1)' } };
    assert.equal(copiedText(row(code)), 'print(1)');
    assert.deepEqual(JSON.parse(copiedText(row(call, result))), [call, result]);
    assert.deepEqual(JSON.parse(copiedText(row(call))), call);
  });
});
