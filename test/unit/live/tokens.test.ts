import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { FakeClock } from '../../fakes/clock';
import { control, json } from '../emulator/wire';
import { type Ended, type LiveClient, said, setupOf, textOf, useLive } from './liveClient';

const PATH =
  '/ws/google.ai.generativelanguage.v1alpha.GenerativeService.BidiGenerateContentConstrained';

describe('live sessions: tokens that open them', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });
  const at = (seconds: number): string => new Date(clock.now() + seconds * 1000).toISOString();
  const tokenOf = async (body: JsonObject): Promise<string> => {
    const { name } = await json(live.emulator(), '/v1alpha/auth_tokens', body);
    return String(name);
  };
  const open = async (token: string, setup = setupOf()): Promise<LiveClient> => {
    const client = live.connect(`${PATH}?access_token=${token}`);
    await client.send(setup);
    return client;
  };
  const refused = async (client: Promise<LiveClient>): Promise<Ended> => {
    const { ended } = await client;
    return ended;
  };
  const opens = async (client: LiveClient): Promise<void> => {
    assert.deepEqual(await client.next(), { setupComplete: {} });
    await client.close();
  };
  const NO_TOKEN = 'Token is invalid or has expired.';

  it('open as many as they say, in the query or in a header, and no more', async () => {
    const token = await tokenOf({ uses: 2 });
    await opens(await open(token));
    const client = live.connect(`${PATH}?alt=json`, { authorization: `Token ${token}` });
    await client.send(setupOf());
    await opens(client);
    const reason = `${NO_TOKEN} It was used as often as it may be.`;
    assert.deepEqual(await refused(open(token)), { code: 1008, reason });
  });

  it('open none after their time for new ones, nor after their end, which ends those that are open', async () => {
    const late = await tokenOf({ newSessionExpireTime: at(10), expireTime: at(60), uses: 0 });
    const client = await open(late);
    await client.next();
    clock.advance(10_000);
    const reason = `${NO_TOKEN} It opens no new sessions any more.`;
    assert.deepEqual(await refused(open(late)), { code: 1008, reason });
    clock.advance(20_000);
    assert.deepEqual(await client.next(), { goAway: { timeLeft: '30s' } });
    clock.advance(30_000);
    assert.equal((await client.ended).code, 1011);
    assert.deepEqual(await refused(open(late)), { code: 1008, reason: NO_TOKEN });
  });

  it('are needed there, and no key will do', async () => {
    const { apiKey } = live.emulator();
    const ended = await live.connect(`${PATH}?key=${apiKey}`).ended;
    assert.deepEqual(ended, { code: 1008, reason: NO_TOKEN });
    assert.equal((await refused(open('auth_tokens/unknown'))).code, 1008);
  });

  it('fix the fields that their mask names, and leave the others', async () => {
    const token = await tokenOf({
      bidiGenerateContentSetup: {
        model: 'models/gemini-3.8-live',
        generationConfig: { responseModalities: ['TEXT'] },
      },
      fieldMask: 'model,generationConfig.responseModalities,tools',
    });
    const client = await open(token, {
      setup: {
        model: 'models/gemini-9-unknown',
        generationConfig: { responseModalities: ['AUDIO'], maxOutputTokens: 3 },
        tools: [{ functionDeclarations: [{ name: 'forecast' }] }],
        systemInstruction: { parts: [{ text: 'Speak of boats.' }] },
      },
    });
    await client.next();
    await client.send(said('The forecast, please. [[echo]]One two three four five.'));
    const turn = await client.turn();
    assert.equal(textOf(turn), 'One two three');
    await client.close();
  });

  it('stand in no log', async () => {
    const token = await tokenOf({ uses: 5 });
    await opens(await open(token));
    const log = JSON.stringify(await control(live.emulator(), 'GET', 'log'));
    assert.ok(!log.includes(token));
    assert.match(log, /BidiGenerateContentConstrained\?access_token=REDACTED/);
  });
});
