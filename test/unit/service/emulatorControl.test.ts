import assert from 'node:assert/strict';
import { join } from 'node:path';
import { UndiciHttp } from '../../../src/api/undiciSenders';
import { askEmulator } from '../../../src/service/emulatorControl';
import { ask, asked, MODEL, RecordingStage } from '../cli/recorded';

describe('what the control API of an emulator answers', () => {
  const stage = new RecordingStage();
  const http = new UndiciHttp();
  beforeEach(() => stage.begin());
  afterEach(() => stage.end());
  after(() => http.dispose());

  it('has a long request whole that had no recording', async () => {
    const generate = `${MODEL}:generateContent`;
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    await ask(recording, generate, asked('Hi'));
    await recording.close();
    const replay = await stage.start({ mode: 'replay' });
    const long = '“Kites” \n'.repeat(100_000);
    assert.equal((await ask(replay, generate, asked(long))).status, 404);
    const folder = join(stage.folder, '.genlang', 'recordings', 'main');
    const [nearest] = Object.keys(await stage.files());
    const found = await askEmulator(http, replay, 'POST', 'miss', { nearest, folder });
    assert.deepEqual((found.asked as { body: unknown }).body, {
      contents: [{ parts: [{ text: long }] }],
    });
  });
});
