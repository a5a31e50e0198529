import assert from 'node:assert/strict';
import type { TokenCount } from '../../../../../src/conversation/model/protocol';
import { CountSchedule } from '../../../../../src/playground/webview/state/tokenCounter';
import { FakeClock } from '../../../../fakes/clock';
import { settled } from '../../../../fakes/settle';

describe('when tokens are counted', () => {
  let clock: FakeClock;
  let text: string;
  let visible: boolean;
  let asked: { readonly text: string; readonly signal: AbortSignal }[];
  let answer: (found: TokenCount) => void;
  let schedule: CountSchedule;

  beforeEach(() => {
    clock = new FakeClock();
    text = '';
    visible = true;
    asked = [];
    schedule = new CountSchedule({
      clock,
      count: (counted, signal) => {
        asked.push({ text: counted, signal });
        return new Promise((resolve) => (answer = resolve));
      },
      text: () => text,
      isVisible: () => visible,
    });
  });

  function type(typed: string): void {
    text = typed;
    schedule.changed();
  }

  async function counted(total: number): Promise<void> {
    await settled(answer({ total }));
  }

  it('is a moment after the last change, once', async () => {
    schedule.show('live', false, 'a');
    for (const typed of ['H', 'He', 'Hel']) {
      clock.advance(599);
      type(typed);
    }
    assert.equal(asked.length, 0);
    clock.advance(600);
    assert.deepEqual(
      asked.map((one) => one.text),
      ['Hel'],
    );
    await counted(1);
    assert.deepEqual(schedule.counted.value, {
      count: { total: 1 },
      isCounting: false,
      isStale: false,
      isLong: false,
    });
    clock.advance(10_000);
    assert.equal(asked.length, 1);
  });

  it('is not again where nothing changed, whatever the panel is told', async () => {
    schedule.show('live', false, 'a');
    clock.advance(600);
    await counted(1);
    for (let time = 0; time < 5; time++) schedule.show('live', false, 'a');
    schedule.changed();
    clock.advance(10_000);
    assert.equal(asked.length, 1);
    schedule.show('live', false, 'b');
    clock.advance(600);
    assert.equal(asked.length, 2);
  });

  it('gives up a count that is under way when the text changes', async () => {
    schedule.show('live', false, 'a');
    clock.advance(600);
    const first = answer;
    type('More');
    assert.equal(asked[0]?.signal.aborted, true);
    clock.advance(600);
    await counted(4);
    await settled(first({ total: 1 }));
    assert.deepEqual(schedule.counted.value.count, { total: 4 });
  });

  it('is never while an answer streams, and after its end', () => {
    schedule.show('live', false, 'a');
    schedule.show('live', true, 'b');
    type('Next');
    clock.advance(10_000);
    assert.equal(asked.length, 0);
    schedule.now();
    assert.equal(asked.length, 0);
    schedule.show('live', false, 'b');
    clock.advance(600);
    assert.equal(asked.length, 1);
  });

  it('is only when asked for in manual mode, and old after a change', async () => {
    schedule.show('manual', false, 'a');
    type('Text');
    clock.advance(10_000);
    assert.equal(asked.length, 0);
    schedule.now();
    await counted(3);
    assert.equal(schedule.counted.value.isStale, false);
    type('Texts');
    clock.advance(10_000);
    assert.equal(schedule.counted.value.isStale, true);
    assert.equal(asked.length, 1);
  });

  it('is never when it is off, and on its own where a text is huge', () => {
    schedule.show('off', false, 'a');
    type('Text');
    schedule.now();
    clock.advance(10_000);
    schedule.show('live', false, 'a');
    type('x'.repeat(1_000_001));
    clock.advance(10_000);
    assert.equal(asked.length, 0);
    schedule.now();
    assert.equal(asked.length, 1);
  });
});
