import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import { call } from '../asUser';
import { model, operation, start } from './tuningRequests';
import { ask, control, useEmulator } from '../wire';

const SECOND = 1000;

describe('emulator: a training', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });
  afterEach(() => control(emulator(), 'POST', 'tuning', { stepsPerSecond: 1 }));

  it('goes on with the time of the service, and ends with the model', async () => {
    const begun = await start(emulator());
    const { tunedModel } = begun.metadata;
    assert.equal((await model(emulator(), tunedModel)).state, 'CREATING');
    clock.advance(19 * SECOND);
    const half = await operation(emulator(), begun.name);
    assert.equal(half.done, undefined);
    assert.equal(half.metadata.completedSteps, 19);
    assert.equal(half.metadata.completedPercent, 50);
    assert.equal(half.metadata.snapshots?.length, 19);
    clock.advance(60 * SECOND);
    const done = await operation(emulator(), begun.name);
    assert.equal(done.done, true);
    assert.equal(done.metadata.completedSteps, 38);
    assert.equal(done.metadata.completedPercent, 100);
    const { '@type': type, ...response } = done.response!;
    assert.equal(type, 'type.googleapis.com/google.ai.generativelanguage.v1beta.TunedModel');
    const active = await model(emulator(), tunedModel);
    assert.deepEqual(response, active);
    assert.equal(active.state, 'ACTIVE');
    const { startTime, completeTime, snapshots = [] } = active.tuningTask;
    assert.equal(Date.parse(completeTime!) - Date.parse(startTime), 38 * SECOND);
    assert.equal(active.updateTime, completeTime);
    assert.equal(snapshots.at(-1)?.computeTime, completeTime);
  });

  it('is cancelled for good, and not once it is over', async () => {
    const begun = await start(emulator());
    clock.advance(5 * SECOND);
    assert.deepEqual(await call(emulator(), `POST /v1/${begun.name}:cancel`, {}), {});
    clock.advance(60 * SECOND);
    const cancelled = await operation(emulator(), begun.name);
    assert.equal(cancelled.done, true);
    assert.equal(cancelled.error?.code, 1);
    assert.equal(cancelled.metadata.completedSteps, 5);
    assert.equal((await model(emulator(), begun.metadata.tunedModel)).state, 'FAILED');
    const other = await start(emulator());
    clock.advance(60 * SECOND);
    assert.deepEqual(await call(emulator(), `POST /v1/${other.name}:cancel`, {}), {});
    assert.equal((await operation(emulator(), other.name)).error, undefined);
  });
});

describe('emulator: the clock of the service', () => {
  const emulator = useEmulator({ seed: 'empty' });

  it('takes only one way to move it, and only to times that can be written', async () => {
    const headers = { 'x-emulator-control': emulator().controlToken };
    for (const [path, body] of [
      ['clock', {}],
      ['clock', { advanceSeconds: 1, set: '2026-01-31T12:00:00Z' }],
      ['clock', { advanceSeconds: 1e12 }],
      ['clock', { set: 'noon' }],
      ['tuning', { stepsPerSecond: -1 }],
    ] as const) {
      const answer = await ask(emulator(), `/$emulator/${path}`, { headers, body });
      assert.equal(answer.status, 400, `${path} ${JSON.stringify(body)}`);
    }
  });
});
