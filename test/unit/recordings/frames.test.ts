import assert from 'node:assert/strict';
import type { RecordedFrame } from '../../../src/recordings/exchange';
import { readFrames, writeFrames } from '../../../src/recordings/fileParts';

describe('frames of a WebSocket', () => {
  const sound = Buffer.alloc(3000, 7).toString('base64');
  const frames: readonly RecordedFrame[] = [
    { from: 'client', ms: 0, data: { json: { setup: { model: 'models/m' } } } },
    { from: 'server', ms: 3, data: { json: { setupComplete: {} } } },
    { from: 'client', ms: 9, data: { json: { realtimeInput: { audio: { data: sound } } } } },
    { from: 'client', ms: 9, data: { json: { realtimeInput: { audio: { data: sound } } } } },
    { from: 'client', ms: 12, data: { text: 'no JSON' } },
  ];

  it('are lines of JSON, with sounds in files, identical ones once', () => {
    const { text, parts } = writeFrames(frames);
    const lines = text.trimEnd().split('\n');
    assert.equal(lines[0], '{"from":"client","json":{"setup":{"model":"models/m"}},"ms":0}');
    assert.deepEqual([lines.length, parts.size, text.includes(sound)], [5, 1, false]);
    assert.deepEqual(
      readFrames(text, (name) => parts.get(name) ?? Buffer.alloc(0)),
      frames,
    );
  });
});
