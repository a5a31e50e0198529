import assert from 'node:assert/strict';
import type { Step } from '../../../../../src/conversation/model/conversation';
import type { StepGroup } from '../../../../../src/conversation/model/interaction';
import {
  Timeline,
  countGroups,
  type TimelineItem,
  summaryLine,
} from '../../../../../src/playground/webview/steps/timeline';
import { copiedText } from '../../../../../src/playground/webview/steps/stepRow';

const thought: Step = { type: 'thought', summary: [{ type: 'text', text: 'Hm' }] };
const search: Step = { type: 'google_search_call', id: 's1', arguments: { queries: ['kites'] } };
const found: Step = { type: 'google_search_result', call_id: 's1', result: [] };
const said: Step = { type: 'model_output', content: [{ type: 'text', text: 'Up.' }] };
const NONE: ReadonlySet<StepGroup> = new Set();

describe('the timeline of the steps of an answer', () => {
  it('joins a call with its result, whatever came between them', () => {
    const other: Step = { type: 'function_call', id: 'f1', name: 'wind', arguments: {} };
    assert.deepEqual(new Timeline().of([search, other, found, said]), [
      { at: 0, group: 'search', step: search, result: found, resultAt: 2 },
      { at: 1, group: 'function', step: other },
      { at: 3, group: 'output', step: said },
    ]);
  });

  it('gives a row of its own to a result without a call, to a second one, and to what nobody knows', () => {
    const strange: Step = { type: 'telepathy' };
    const items = new Timeline().of([found, search, found, found, strange]);
    assert.deepEqual(
      items.map(({ at, resultAt }) => [at, resultAt]),
      [
        [0, undefined],
        [1, 2],
        [3, undefined],
        [4, undefined],
      ],
    );
    assert.equal(items.at(-1)?.group, 'other');
  });

  it('leaves rows and groups alone in which nothing changed', () => {
    const timeline = new Timeline();
    const steps: Step[] = Array.from({ length: 70 }, () => ({ ...said }));
    const before = timeline.groups(steps, NONE);
    assert.deepEqual(
      before.map(({ items }) => items.length),
      [32, 32, 6],
    );
    const after = timeline.groups([...steps, thought], NONE);
    assert.equal(after[0], before[0]);
    assert.equal(after[1], before[1]);
    assert.equal(after[2]?.items.length, 7);
    assert.equal(after[2]?.items[0], before[2]?.items[0]);
    assert.equal(timeline.of([...steps, thought]), timeline.of([...steps, thought]));
  });

  it('leaves out what is filtered away, and counts all of it', () => {
    const timeline = new Timeline();
    const steps = [thought, search, found, said];
    const groups = timeline.groups(steps, new Set<StepGroup>(['search', 'thought']));
    assert.deepEqual(
      groups.flatMap(({ items }) => items.map(({ step }) => step)),
      [said],
    );
    assert.deepEqual(
      [...countGroups(timeline.of(steps))],
      [
        ['thought', 1],
        ['search', 1],
        ['output', 1],
      ],
    );
    assert.equal(timeline.groups(steps, NONE)[0]?.items.length, 3);
  });
});

function row(...steps: readonly Step[]): TimelineItem {
  const [item] = new Timeline().of(steps);
  assert.ok(item);
  return item;
}

const call: Step = { type: 'function_call', id: 'f1', name: 'wind', arguments: { place: 'Oslo' } };
const result: Step = { type: 'function_result', call_id: 'f1', name: 'wind', result: 'NW' };

describe('what a row of the timeline says', () => {
  it('shows what would hide, in one line that ends', () => {
    const step: Step = {
      type: 'google_search_call',
      arguments: { queries: [`a\u202eb\n${'x'.repeat(1000)}`] },
    };
    assert.match(summaryLine(step), /^a⟨U\+202E⟩b x+$/);
    assert.ok(summaryLine(step).length < 400);
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
