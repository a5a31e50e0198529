import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import { call, refusal } from './oauth';
import { listed, model, say } from './tuningRequests';
import { useEmulator } from './wire';

describe('emulator: tuned models of the demo', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });

  it('are one of each state, of which one goes on', async () => {
    const names = await listed(emulator(), 'tunedModels');
    const models = await Promise.all(names.map((name) => model(emulator(), name)));
    assert.deepEqual(
      models.map(({ displayName, state }) => [displayName, state]),
      [
        ['Haiku writer', 'ACTIVE'],
        ['Support replies', 'CREATING'],
        ['Headline writer', 'FAILED'],
      ],
    );
    const counts = models.map(({ tuningTask }) => tuningTask.snapshots?.length);
    assert.deepEqual(counts, [38, 50, 8]);
    clock.advance(30_000);
    const later = await model(emulator(), names[1]!);
    assert.equal(later.tuningTask.snapshots?.length, 60);
    clock.advance(600_000);
    assert.equal((await model(emulator(), names[1]!)).state, 'ACTIVE');
  });

  it('answer as they were taught', async () => {
    const answer = await say(emulator(), 'tunedModels/haiku-writer-k2n8q', 'On rain');
    assert.match(answer.text, /Rain on the tin roof/);
  });

  it('have one of somebody else for everyone', async () => {
    const [name, ...rest] = await listed(emulator(), 'tunedModels?filter=readers:everyone');
    assert.equal(rest.length, 0);
    const path = `POST ${name!}:generateText`;
    const body = { prompt: { text: '3 feet in metres' } };
    assert.deepEqual(await call(emulator(), path, body), { candidates: [{ output: '0.9144 m' }] });
    await refusal(emulator(), `PATCH ${name!}?updateMask=description`, 403, { description: 'a' });
  });

  it('come with three general operations', async () => {
    const { operations } = await call(emulator(), 'GET /v1/operations');
    assert.equal((operations as unknown[]).length, 3);
  });
});
