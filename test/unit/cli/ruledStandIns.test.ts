import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json';
import type { Emulator } from '../../../src/emulator/options';
import { control } from '../emulator/wire';
import { ask, asked, type Got, MODEL, useStage } from './recorded';

describe('rules of an emulator that records', () => {
  const stage = useStage();

  /** One that records, with these rules, and what it records from. */
  async function recordingWith(
    rules: readonly JsonObject[],
  ): Promise<{ readonly recording: Emulator; readonly upstream: Emulator }> {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    await control(recording, 'POST', 'mocks', { mocks: rules });
    return { recording, upstream };
  }

  const say = (emulator: Emulator, text: string): Promise<Got> =>
    ask(emulator, `${MODEL}:generateContent`, asked(text));

  it('answer first, and nothing of theirs is recorded', async () => {
    const rules = [{ when: { user: 'Hi' }, response: { text: 'By a rule.' } }];
    const { recording, upstream } = await recordingWith(rules);
    assert.match((await say(recording, 'Hi')).text, /By a rule\./);
    const streamed = await ask(recording, `${MODEL}:streamGenerateContent?alt=sse`, asked('Hi'));
    assert.match(streamed.text, /^data: [^]*By a rule\./);
    assert.deepEqual([recording.answers(), upstream.served()], [{ mock: 2 }, []]);
  });

  it('make requests fail which nobody is asked then, and leave others to the upstream', async () => {
    const rules = [{ when: { user: 'On' }, response: 'generate' }, { response: 'fail' }];
    const { recording, upstream } = await recordingWith(rules);
    const missed = await say(recording, 'Hi');
    assert.equal(missed.status, 404);
    assert.match(missed.text, /The closest is mock 1 of the session: user is .*Hi.*On/);
    assert.deepEqual(upstream.served(), []);
    assert.equal((await say(recording, 'On')).status, 200);
    assert.deepEqual(
      upstream.served().map(({ operation }) => operation),
      ['models.generateContent'],
    );
  });
});
