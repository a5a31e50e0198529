import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Emulator } from '../../../src/emulator/options';
import { control } from '../emulator/wire';
import { ask, asked, type Got, MODEL, useStage } from './recorded';

/** A session of an editor is told a mode, and goes on over many runs of a program. */
describe('recordings of a session that outlives its programs', () => {
  const stage = useStage();

  const folder = (): string => join(stage.folder, '.genlang/recordings/main');
  const say = (emulator: Emulator, text: string): Promise<Got> =>
    ask(emulator, `${MODEL}:generateContent`, asked(text));
  const all = async (emulator: Emulator, texts: readonly string[]): Promise<readonly string[]> => {
    const answers: string[] = [];
    for (const text of texts) answers.push((await say(emulator, text)).text);
    return answers;
  };
  /** What is asked in each run; the first twice, of which each has a recording of its own. */
  const RUN = ['Name a river.', 'Name a lake.', 'Name a river.'];

  const record = async (): Promise<readonly string[]> => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    const answers = await all(recording, RUN);
    await recording.close();
    await upstream.close();
    return answers;
  };

  it('answer every run from the first on, in their order', async () => {
    const recorded = await record();
    const emulator = await stage.start({ mode: 'generate' });
    await control(emulator, 'POST', 'mode', { mode: 'replay', startsOver: true });
    for (let run = 0; run < 3; run += 1) assert.deepEqual(await all(emulator, RUN), recorded);
    assert.equal((await say(emulator, 'Name a sea.')).status, 404);
    const [counts] = emulator.standIns.counts;
    assert.deepEqual([counts?.hits, counts?.misses, counts?.unused], [9, 1, 0]);
    // Elsewhere each is used once.
    await control(emulator, 'POST', 'mode', { mode: 'replay' });
    assert.deepEqual(await all(emulator, RUN), recorded);
    assert.equal((await say(emulator, RUN[0] ?? '')).status, 404);
  });

  it('begin anew where that is said, also where what is missing is recorded', async () => {
    await record();
    const upstream = await stage.upstream();
    const emulator = await stage.start({ mode: 'record-missing', upstream: upstream.baseUrl });
    await all(emulator, RUN);
    await control(emulator, 'POST', 'run', {});
    await all(emulator, RUN);
    assert.deepEqual(emulator.answers(), { recording: 6 });
    await all(emulator, RUN.slice(0, 1));
    assert.deepEqual(emulator.answers(), { recording: 6, upstream: 1 });
  });

  it('are what the folder has by then: saved and changed ones', async () => {
    await record();
    const emulator = await stage.start({ mode: 'replay' });
    const [river, lake] = Object.keys(await stage.files());
    assert.ok(river && lake);
    await say(emulator, 'Name a lake.');
    // Another one of the same name has other words now.
    const text = await readFile(join(folder(), river), 'utf8');
    await writeFile(join(folder(), river), text.replace('Name a river.', 'Name a sea.'));
    assert.equal((await say(emulator, 'Name a sea.')).status, 200);
    // What was used stays used.
    assert.equal((await say(emulator, 'Name a lake.')).status, 404);
    const saved = text.replaceAll('Name a river.', 'Name a bay.');
    await writeFile(join(folder(), '0009-models.generateContent-00000000.json'), saved);
    assert.equal((await say(emulator, 'Name a bay.')).status, 200);
    await writeFile(join(folder(), lake), '{ half');
    const broken = await say(emulator, 'Name a bay.');
    assert.match(broken.text, /Invalid recording .*0002-/);
    assert.notEqual(broken.status, 200);
  });
});
