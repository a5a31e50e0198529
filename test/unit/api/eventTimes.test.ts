import assert from 'node:assert/strict';
import { EventTimes } from '../../../src/api/recording';

const same = (name: string): string => name;

describe('the events of a stream that comes by', () => {
  it('have the times of the bytes that brought their names', () => {
    const events = new EventTimes(same);
    events.add(10, Buffer.from('event: a\ndata: 1\n\neve'));
    events.add(25, Buffer.from('nt: b\n\n'));
    assert.deepEqual(events.times, [
      { atMs: 10, type: 'a' },
      { atMs: 25, type: 'b' },
    ]);
  });

  it('are told without secrets that a name has', () => {
    const events = new EventTimes((name) => name.replace('canary', 'gone'));
    events.add(1, Buffer.from('event: canary\n\n'));
    assert.deepEqual([...events.counts], [['gone', 1]]);
  });
});
