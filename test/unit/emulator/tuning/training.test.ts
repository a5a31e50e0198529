import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import { call, refusal } from '../asUser';
import { model, operation, type Snapshot, start, tuning } from './tuningRequests';
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
    const training = await model(emulator(), tunedModel);
    assert.deepEqual(training.tuningTask.snapshots, half.metadata.snapshots);
    assert.equal(training.tuningTask.completeTime, undefined);
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

  it('has snapshots that fall, not smoothly, and are the same whenever they are read', async () => {
    const begun = await start(emulator());
    clock.advance(10 * SECOND);
    const early = (await operation(emulator(), begun.name)).metadata.snapshots ?? [];
    clock.advance(60 * SECOND);
    const all = (await operation(emulator(), begun.name)).metadata.snapshots ?? [];
    assert.deepEqual(all.slice(0, 10), early);
    assert.deepEqual(
      all.map(({ step }) => step),
      Array.from({ length: 38 }, (_none, index) => index + 1),
    );
    // 15 examples, 2 in a batch: the eighth step begins the second epoch. The first is 0, and left out.
    assert.deepEqual(
      [6, 7, 37].map((at) => all[at]?.epoch),
      [undefined, 1, 5],
    );
    const mean = (some: readonly Snapshot[]): number =>
      some.reduce((sum, { meanLoss }) => sum + meanLoss, 0) / some.length;
    assert.ok(mean(all.slice(0, 10)) > 2 * mean(all.slice(-10)));
    const rises = all.filter(({ meanLoss }, at) => meanLoss > (all[at - 1]?.meanLoss ?? Infinity));
    assert.ok(rises.length >= 3, 'It is too smooth.');
    assert.ok(all.every(({ meanLoss }) => meanLoss > 0));
  });

  it('tells at most 200 snapshots, the last step among them', async () => {
    const begun = await start(
      emulator(),
      tuning({}, { hyperparameters: { epochCount: 67, batchSize: 1 } }),
    );
    clock.advance(3600 * SECOND);
    const { totalSteps, snapshots = [] } = (await operation(emulator(), begun.name)).metadata;
    assert.equal(totalSteps, 1005);
    assert.ok(snapshots.length <= 200 && snapshots.length > 100);
    assert.equal(snapshots.at(-1)?.step, totalSteps);
  });

  it('fails where it is asked to', async () => {
    const begun = await start(emulator(), tuning({ description: 'Soon: [[fail-tuning]]' }));
    clock.advance(15 * SECOND);
    assert.equal((await operation(emulator(), begun.name)).done, undefined);
    clock.advance(SECOND);
    const failed = await operation(emulator(), begun.name);
    assert.equal(failed.done, true);
    assert.equal(failed.response, undefined);
    assert.deepEqual(failed.error, { code: 13, message: 'Tuning failed in step 16 of 38.' });
    const { state, tuningTask } = await model(emulator(), begun.metadata.tunedModel);
    assert.equal(state, 'FAILED');
    assert.equal(tuningTask.snapshots?.length, 16);
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
    await refusal(
      emulator(),
      `POST /v1/${begun.metadata.tunedModel}/operations/no:cancel`,
      404,
      {},
    );
  });

  it('goes faster, slower and not at all on demand, without leaving steps', async () => {
    const begun = await start(emulator());
    const steps = async (): Promise<number | undefined> =>
      (await operation(emulator(), begun.name)).metadata.completedSteps;
    clock.advance(4 * SECOND);
    const state = await control(emulator(), 'POST', 'tuning', { stepsPerSecond: 0 });
    assert.deepEqual(state.tuning, { stepsPerSecond: 0 });
    clock.advance(60 * SECOND);
    assert.equal(await steps(), 4);
    await control(emulator(), 'POST', 'tuning', { stepsPerSecond: 10 });
    clock.advance(SECOND);
    assert.equal(await steps(), 14);
    clock.advance(10 * SECOND);
    const { snapshots = [] } = (await operation(emulator(), begun.name)).metadata;
    assert.equal(
      Date.parse(snapshots[4]!.computeTime) - Date.parse(snapshots[3]!.computeTime),
      60 * SECOND + 100,
    );
  });
});

describe('emulator: the clock of the service', () => {
  const emulator = useEmulator({ seed: 'empty' });

  it('takes only one way to move it, and only to times that can be written', async () => {
    const headers = { 'x-emulator-control': emulator().controlToken };
    for (const [path, body] of [
      ['clock', {}],
      ['clock', { advanceSeconds: 1, set: '2026-01-31T12:00:00Z' }],
      ['clock', { advanceSeconds: '1' }],
      ['clock', { advanceSeconds: 1e12 }],
      ['clock', { advanceSeconds: -1e12 }],
      ['clock', { set: 'noon' }],
      ['clock', { set: 5 }],
      ['tuning', {}],
      ['tuning', { stepsPerSecond: -1 }],
    ] as const) {
      const answer = await ask(emulator(), `/$emulator/${path}`, { headers, body });
      assert.equal(answer.status, 400, `${path} ${JSON.stringify(body)}`);
    }
  });
});

describe('emulator: a fixed world', () => {
  const fixed = useEmulator({
    seed: 'empty',
    fixedTime: Date.UTC(2025, 0, 1),
    randomSeed: 'one',
    tuningSpeed: 19,
  });

  it('stands still until it is moved, makes the same ids, and has its own speed', async () => {
    const begun = await start(fixed());
    assert.equal(
      (await model(fixed(), begun.metadata.tunedModel)).createTime.slice(0, 10),
      '2025-01-01',
    );
    await control(fixed(), 'POST', 'clock', { advanceSeconds: 1 });
    assert.equal((await operation(fixed(), begun.name)).metadata.completedPercent, 50);
    await control(fixed(), 'POST', 'clock', { advanceSeconds: -1 });
    assert.equal((await operation(fixed(), begun.name)).metadata.completedSteps, undefined);
  });
});
