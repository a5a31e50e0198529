import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { FakeClock } from '../../fakes/clock';
import { ask, json, useEmulator } from './wire';

describe('emulator: pictures, films and models that the service chooses', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const media = '/v1beta/models/emulator-media';

  it('has a film when its time is over, which can be downloaded', async () => {
    const body = { instances: [{ prompt: 'Gulls over a pier' }] };
    const { name } = await json(emulator(), `${media}:predictLongRunning`, body);
    const poll = () => json(emulator(), `/v1beta/${String(name)}`);
    assert.deepEqual(await poll(), { name });
    clock.advance(20_000);
    const { done, response } = await poll();
    assert.equal(done, true);
    const { generateVideoResponse } = response as { generateVideoResponse: JsonObject };
    const [sample] = generateVideoResponse.generatedSamples as { video: { uri: string } }[];
    const path = sample?.video.uri.slice(emulator().baseUrl.length) ?? '';
    const film = await ask(emulator(), path);
    assert.deepEqual([film.status, film.headers['content-type']], [200, 'video/mp4']);
    const { operations } = await json(emulator(), '/v1beta/models/emulator-media/operations');
    assert.equal((operations as unknown[]).length, 1);
  });
});

describe('emulator: tokens for live sessions', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const at = (ms: number): string => new Date(clock.now() + ms).toISOString();
  const create = (body: JsonObject, version = 'v1') =>
    ask(emulator(), `/${version}/auth_tokens`, { body });

  it('are names that nobody can guess, and nothing else is given back', async () => {
    const made = await create({ uses: 2, bidiGenerateContentSetup: { model: 'models/x' } });
    assert.match(made.text, /^\{\s*"name": "auth_tokens\/[a-z0-9]{40}"\s*\}\s*$/);
    assert.notEqual((await create({})).text, made.text);
  });

  it('end within 20 hours, and not in the past', async () => {
    const hours = 3_600_000;
    assert.equal((await create({ expireTime: at(19 * hours) })).status, 200);
    for (const body of [{ expireTime: at(20 * hours) }, { uses: -1 }]) {
      assert.equal((await create(body)).status, 400, JSON.stringify(body));
    }
  });

  it('open nothing but live sessions', async () => {
    const { name } = JSON.parse((await create({})).text) as { name: string };
    const path = '/v1beta/models';
    const sent = [
      { path: `${path}?access_token=${encodeURIComponent(name)}`, headers: {} },
      { path, headers: { authorization: `Token ${name}` } },
      { path, headers: { authorization: `Bearer ${name}` } },
    ];
    for (const { path: at, headers } of sent) {
      const answer = await ask(emulator(), at, { headers, anonymous: true });
      assert.equal(answer.status, 401);
      assert.match(answer.text, /ACCESS_TOKEN_TYPE_UNSUPPORTED/);
    }
  });
});
