import assert from 'node:assert/strict';
import type { AnswerFile, PanelActions } from '../../../../src/playground/host/panelDeps';
import { mediaFile, rawAudio } from '../../../../src/conversation/model/mediaFile';
import { NO_ACTIONS, openPanel } from '../../conversation/panelWorld';
import { World } from '../../conversation/world';

const SAMPLES = Buffer.from([1, 0, 255, 127, 0, 128, 7, 0]);

describe('raw audio', () => {
  it('is known by its type, with its rate and channels', () => {
    assert.deepEqual(rawAudio('audio/L16;codec=pcm;rate=24000'), { rate: 24_000, channels: 1 });
    assert.deepEqual(rawAudio('audio/l16; rate=16000; channels=2'), { rate: 16_000, channels: 2 });
    assert.deepEqual(rawAudio('audio/pcm'), { rate: 24_000, channels: 1 });
    assert.deepEqual(rawAudio('audio/l16;rate=-1;channels=1e9'), { rate: 24_000, channels: 1 });
    for (const other of ['audio/wav', 'audio/l160', 'text/l16', `audio/l16;${'x'.repeat(300)}`]) {
      assert.equal(rawAudio(other), undefined);
    }
  });

  for (const length of [0, 2, 4, 6, 8]) {
    it(`has the header of a WAV file before its ${length} bytes, and is unchanged behind it`, () => {
      const samples = SAMPLES.subarray(0, length);
      const file = mediaFile('audio/L16;codec=pcm;rate=16000', samples.toString('base64'));
      assert.equal(file.mimeType, 'audio/wav');
      const bytes = Buffer.from(file.data, 'base64');
      assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
      assert.equal(bytes.readUInt32LE(4), bytes.length - 8);
      assert.equal(bytes.toString('latin1', 8, 16), 'WAVEfmt ');
      // Length of the chunk, PCM, channels, rate, bytes a second, bytes a sample, bits.
      assert.deepEqual(
        [bytes.readUInt32LE(16), bytes.readUInt16LE(20), bytes.readUInt16LE(22)],
        [16, 1, 1],
      );
      assert.deepEqual([bytes.readUInt32LE(24), bytes.readUInt32LE(28)], [16_000, 32_000]);
      assert.deepEqual([bytes.readUInt16LE(32), bytes.readUInt16LE(34)], [2, 16]);
      const data = bytes.indexOf('data');
      assert.equal(bytes.readUInt32LE(data + 4), length);
      assert.deepEqual(bytes.subarray(data + 8), samples);
    });
  }
});

describe('content of an answer', () => {
  async function panel() {
    const world = new World();
    const session = await world.open();
    const done: [what: string, file: AnswerFile][] = [];
    const actions: PanelActions = {
      ...NO_ACTIONS,
      saveFile: async (file) => void done.push(['save', file]),
      openFile: async (file) => void done.push(['open', file]),
    };
    return { page: openPanel(world, session, { actions }), done };
  }

  it('is saved under an ending of its type', async () => {
    const { page, done } = await panel();
    const data = SAMPLES.toString('base64');
    await page.call('saveMedia', { mimeType: 'image/png', data });
    await page.call('saveMedia', { mimeType: 'audio/L16;rate=24000', data });
    await page.call('saveMedia', { mimeType: '../../constructor', data });
    assert.deepEqual(
      done.map(([what, { name }]) => [what, name]),
      [
        ['save', 'response.png'],
        ['save', 'response.wav'],
        ['save', 'response.bin'],
      ],
    );
    assert.deepEqual(Buffer.from(done[0]?.[1].bytes ?? []), SAMPLES);
    assert.equal(done[1]?.[1].bytes.length, SAMPLES.length + 54);
  });

  it('is saved under its own name where it has one, without what a disk or a reader could take amiss', async () => {
    const { page, done } = await panel();
    const data = SAMPLES.toString('base64');
    const save = (mimeType: string, name: string) =>
      page.call('saveMedia', { mimeType, data, name });
    await save('image/png', 'a chart.png');
    await save('text/plain', '../../notes.md');
    await save('application/x-thing', 'C:\\a\u202e\n?.thing');
    await save('image/png', '..');
    assert.deepEqual(
      done.map(([, { name, extension }]) => [name, extension]),
      [
        ['a chart.png', 'png'],
        ['notes.md', 'md'],
        ['a___.thing', 'thing'],
        ['response.png', 'png'],
      ],
    );
  });

  it('opens where VS Code has a preview for it, and nothing else does', async () => {
    const { page, done } = await panel();
    const data = SAMPLES.toString('base64');
    await page.call('openMedia', { mimeType: 'video/mp4', data });
    await assert.rejects(page.call('openMedia', { mimeType: 'image/svg+xml', data }), /no preview/);
    await assert.rejects(page.call('openMedia', { mimeType: 'text/html', data }), /no preview/);
    await assert.rejects(page.call('saveMedia', { mimeType: 'image/png', data: '' }), /no content/);
    assert.deepEqual(
      done.map(([what, { name }]) => [what, name]),
      [['open', 'response.mp4']],
    );
  });
});
