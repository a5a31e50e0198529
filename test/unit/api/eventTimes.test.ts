import assert from 'node:assert/strict';
import { EventTimes } from '../../../src/api/recording';

const STREAM =
  'event: step.start\ndata: {"text":"\\nevent: fake"}\n\n' +
  'event:step.delta\r\ndata: {"a":"event: fake"}\r\n\r\n' +
  'event: step.delta\ndata: {"b":1}\n\n';

const same = (name: string): string => name;

describe('the events of a stream that comes by', () => {
  it('are counted by their names, however its bytes are cut', () => {
    const bytes = Buffer.from(STREAM);
    for (let size = 1; size <= bytes.length; size += 1) {
      const events = new EventTimes(same);
      for (let at = 0; at < bytes.length; at += size) events.add(at, bytes.subarray(at, at + size));
      assert.deepEqual(
        [...events.counts],
        [
          ['step.start', 1],
          ['step.delta', 2],
        ],
        `${size}`,
      );
    }
  });

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
