import assert from 'node:assert/strict';
import { ReportStore } from '../../../../src/testing/webview/reportStore';
import type { JsonObject, JsonValue } from '../../../../src/base/json';
import { settled } from '../../../fakes/settle';

const cell = (variant: string): JsonObject => ({
  id: `a ${variant}`,
  row: 'a',
  name: 'a',
  file: 'x.prompt.json',
  tags: '',
  variant,
  verdict: 'fail',
  isFlaky: false,
  passed: 0,
  count: 1,
});

/** A page whose host knows details of some variants. */
function openPage() {
  const details: JsonObject[] = [];
  const asked: string[] = [];
  let hear: (message: JsonObject) => void = () => undefined;
  const store = new ReportStore({
    saved: undefined,
    save: () => undefined,
    width: 1200,
    port: {
      post: (message) => {
        const { kind, id, name } = message as { kind: string; id: number; name: string };
        if (kind !== 'call') return;
        asked.push(name);
        const value: JsonValue = name === 'details' ? [...details] : null;
        queueMicrotask(() => hear({ kind: 'answer', id, value }));
      },
      onMessage: (listener) => {
        hear = listener;
        return { dispose: () => undefined };
      },
    },
  });
  const tell = async (event: JsonObject): Promise<void> => {
    await settled(hear({ kind: 'event', ...event }));
  };
  return { store, tell, details, asked };
}

describe('the page of a test report', () => {
  const run = { id: 'r1', time: '', connection: 'c', state: 'running', sums: {}, means: [] };

  it('has the details of an open case as far as a run has come, and does not hide them meanwhile', async () => {
    const { store, tell, details } = openPage();
    await tell({ name: 'runs', runs: [], run: 'r1', before: '', isRunning: true });
    await tell({ name: 'shown', run: { ...run, cells: [] } });
    await settled(store.showDetails('a'));
    assert.deepEqual(store.details.value, { kind: 'there', details: [] });
    const kinds: string[] = [];
    store.details.subscribe(({ kind }) => kinds.push(kind));
    for (const variant of ['one', 'two']) {
      details.push({
        id: `a ${variant}`,
        variant,
        verdict: 'fail',
        isFlaky: false,
        passed: 0,
        count: 1,
        place: 'x:1',
        answers: [],
      });
      await tell({ name: 'added', run: 'r1', cells: [cell(variant)] });
      assert.deepEqual(store.details.value, { kind: 'there', details: [...details] });
    }
    assert.ok(!kinds.includes('loading'));
  });
});
