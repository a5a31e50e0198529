import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import type { PlaygroundState } from '../../../../../src/conversation/model/protocol';
import type { ToolCallState } from '../../../../../src/conversation/model/settings';
import {
  FunctionResults,
  parseResult,
} from '../../../../../src/playground/webview/state/functionResults';
import { panelState } from '../panelState';

describe('a typed result', () => {
  it('is a JSON object', () => {
    assert.deepEqual(parseResult(' {"degrees": 21} '), { value: { degrees: 21 } });
  });

  for (const [typed, result] of [
    ['21', 21],
    ['[1]', [1]],
    ['null', null],
    ['"sunny"', 'sunny'],
    ['sunny, 21 °C\nno wind', 'sunny, 21 °C\nno wind'],
    [' 21:30 ', ' 21:30 '],
  ] as const) {
    it(`is put into an object where it is ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(parseResult(typed), { value: { result } });
    });
  }

  it('is missed where nothing was typed', () => {
    assert.deepEqual(parseResult(' \n'), {
      error: 'Enter the result as text or JSON, such as {"degrees": 21}.',
    });
  });

  it('is told what is wrong with it', () => {
    const parsed = parseResult('{"a"');
    assert.match('error' in parsed ? parsed.error : '', /^This isn’t valid JSON: /);
  });
});

describe('calls that VS Code tools can run', () => {
  const READY: ToolCallState = { tool: 'read_file', state: 'ready', canRun: true };
  const parts = ['read', 'weather'].map((name) => ({ functionCall: { name } }));
  const asked: unknown[] = [];

  function resultsOf(state: ToolCallState): FunctionResults {
    asked.length = 0;
    const panel = signal<PlaygroundState | undefined>({
      ...panelState(),
      turns: [
        {
          id: 'a1',
          role: 'model',
          model: 'models/a',
          version: 'v1beta',
          content: { parts },
          outcome: { verdict: 'complete', durationMs: 1 },
        },
      ],
      toolCalls: { turn: 'a1', calls: [state, null] },
    });
    const ask = async (name: string, input: unknown): Promise<boolean> =>
      Boolean(asked.push([name, input]));
    return new FunctionResults({ panel, ask } as unknown as ConstructorParameters<
      typeof FunctionResults
    >[0]);
  }

  it('are run by index', async () => {
    const results = resultsOf(READY);
    const [call, other] = results.asked.value?.calls ?? [];
    assert.deepEqual([call?.run, other?.run], [READY, undefined]);
    if (call) await results.run(call, true);
    assert.deepEqual(asked, [['runTool', { turn: 'a1', call: 0, always: true }]]);
  });

  it('are running until they are done, and their result comes from the host', async () => {
    assert.equal(resultsOf({ ...READY, state: 'running' }).isRunning.value, true);
    const results = resultsOf({ ...READY, state: 'done' });
    assert.equal(results.isRunning.value, false);
    assert.deepEqual(await results.send(), { isSent: false, wrong: '1 weather' });
  });
});
