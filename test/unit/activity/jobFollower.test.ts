import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { AppError, CancelledError } from '../../../src/base/errors';
import { type FakeCall, FakeClients } from '../../fakes/client';
import { FakeClock } from '../../fakes/clock';
import { interactionsIn } from '../../fakes/interactions';
import { settle, settled } from '../../fakes/settle';
import { FakeFiles } from '../../fakes/files';
import { openFollower } from './followerWorld';

const NAME = 'tunedModels/haikus/operations/op1';
const FOLLOWED = {
  connection: 'aaaa1111',
  startedBy: 'tunedModels.create',
  name: NAME,
  title: 'Tuning Haikus',
  target: 'tunedModels/haikus',
} as const;

function operation(completedSteps: number, more: JsonObject = {}): JsonObject {
  const snapshots = [{ step: completedSteps, meanLoss: 2.3456 }];
  return { name: NAME, metadata: { totalSteps: 38, completedSteps, snapshots }, ...more };
}

const { interactions } = interactionsIn();

describe('a training that is followed', () => {
  let clock: FakeClock;
  let files: FakeFiles;
  let clients: FakeClients;
  let current: JsonObject | Error;

  beforeEach(() => {
    clock = new FakeClock();
    files = new FakeFiles();
    current = operation(0);
    clients = new FakeClients(({ id }: FakeCall) => {
      if (id === 'tunedModels.get') return { name: 'tunedModels/haikus', state: 'ACTIVE' };
      if (current instanceof Error) throw current;
      return current;
    });
  });

  const open = () => openFollower({ files, clients, clock, interactions });

  async function pass(ms: number): Promise<void> {
    await settle();
    await settled(clock.advance(ms));
  }

  it('shows how far it is, and tells its end once, with what can be opened', async () => {
    const window = open();
    await settled(window.follower.follow(FOLLOWED));
    assert.equal(clients.calls[0]?.id, 'tunedModels.operations.get');
    assert.deepEqual(window.rows(), ['step 0 of 38 · loss 2.35 · 0 s']);
    current = operation(12);
    await pass(1000);
    assert.deepEqual(window.rows(), ['step 12 of 38 · loss 2.35 · 1 s']);
    current = operation(38, { done: true, response: {} });
    await pass(2000);
    assert.deepEqual(window.rows(), ['completed · 3 s']);
    assert.deepEqual(window.told(), [['Tuning Haikus completed.', 'Open', 'Show Loss Curve']]);
    assert.deepEqual(await files.list(), []);
    const [entry] = window.list.entries;
    await window.list.run(entry?.id ?? '', 'open');
    assert.equal(window.ran[0]?.[1].name, 'tunedModels/haikus');
  });

  it('is taken up by the next window, with its time', async () => {
    const first = open();
    await settled(first.follower.follow(FOLLOWED));
    await settled(first.closing.abort(new CancelledError()));
    assert.deepEqual(first.list.entries, []);
    assert.deepEqual(first.told(), []);
    clock.advance(60_000);
    const second = open();
    current = operation(30);
    await settled(second.follower.resume());
    assert.deepEqual(second.rows(), ['step 30 of 38 · loss 2.35 · 1 min 0 s']);
  });

  it('says why it failed, and leads to the details', async () => {
    const window = open();
    await window.follower.follow(FOLLOWED);
    const error = { code: 13, message: 'Tuning failed in step 16 of 38.' };
    current = operation(16, { done: true, error });
    await settle();
    await pass(1000);
    assert.deepEqual(window.told(), [
      ['Tuning Haikus failed: Tuning failed in step 16 of 38.', 'Show Details', 'Show Loss Curve'],
    ]);
    assert.match(window.rows()[0] ?? '', /^failed · .*Tuning failed in step 16 of 38/);
  });

  it('is canceled through the service, and seen at once when the tree knows', async () => {
    const window = open();
    const row = { connection: 'aaaa1111', version: 'v1beta', kind: 'tunedModelOperation' } as const;
    clients.answer = ({ id }) =>
      id === 'tunedModels.operations.list' ? { operations: [operation(0)] } : current;
    await window.store.list({ ...row, name: 'tunedModels/haikus', collection: true });
    await settled(window.follower.follow(FOLLOWED));
    window.list.entries[0]?.cancel?.();
    assert.deepEqual(window.ran[0], ['cancelOperation', { ...row, name: NAME }]);
    const error = { code: 1, message: 'The operation was canceled.' };
    current = operation(3, { done: true, error });
    // What the command does last: no time passes.
    await settled(window.store.get({ ...row, name: NAME }));
    assert.deepEqual(window.rows(), ['canceled']);
    assert.deepEqual(window.told(), [['Tuning Haikus was canceled.', 'Show Details']]);
  });

  it('asks the service itself while the window replays something, unless it was begun there', async () => {
    const real = clients;
    const replay = new FakeClients(() => {
      throw new AppError('notRecorded', 'No recording answers this.');
    });
    const led = { isLed: true };
    const sessions = { own: (id: string) => real.get(id), isLed: () => led.isLed };
    const window = openFollower({ files, clients: replay, clock, interactions }, { sessions });
    await window.follower.follow({ ...FOLLOWED, name: 'tunedModels/haikus/operations/replayed' });
    await settle();
    assert.deepEqual([replay.calls.length, real.calls.length], [1, 0]);
    led.isLed = false;
    await window.follower.follow(FOLLOWED);
    led.isLed = true;
    current = operation(38, { done: true, response: {} });
    await pass(2000);
    assert.equal(window.told().length, 1);
    assert.ok(real.calls.length > 0);
  });
});

describe('a batch that is followed', () => {
  const BATCH = {
    connection: 'aaaa1111',
    startedBy: 'models.batchGenerateContent',
    name: 'batches/b1',
    title: 'Batch Tides',
  } as const;
  const batch = (state: string, stats: JsonObject, more: JsonObject = {}): JsonObject => ({
    name: BATCH.name,
    metadata: { state: `BATCH_STATE_${state}`, batchStats: { requestCount: '1200', ...stats } },
    ...more,
  });

  async function follow(end: JsonObject) {
    const clock = new FakeClock();
    let current = batch('PENDING', { pendingRequestCount: '1200' });
    const clients = new FakeClients(() => current);
    const window = openFollower({ files: new FakeFiles(), clients, clock, interactions });
    await settled(window.follower.follow(BATCH));
    const rows = [window.rows()[0]];
    const pass = async (next: JsonObject): Promise<void> => {
      current = next;
      await settled(clock.advance(1000));
      rows.push(window.rows()[0]);
      clock.advance(500);
    };
    await pass(batch('RUNNING', { successfulRequestCount: '1000', failedRequestCount: '3' }));
    await pass(end);
    assert.ok(clients.calls.every(({ id }) => id === 'batches.get'));
    return { ...window, states: rows };
  }

  it('tells how many requests are answered, and offers the results at its end', async () => {
    const end = batch('SUCCEEDED', { successfulRequestCount: '1200' }, { done: true });
    const window = await follow(end);
    assert.deepEqual(window.states, [
      '0 of 1,200 · 0 s',
      '1,003 of 1,200 · 3 failed · 1 s',
      'completed · 2 s',
    ]);
    assert.deepEqual(window.told(), [['Batch Tides completed.', 'Open Batch Results', 'Open']]);
  });

  it('counts the requests that failed at its end', async () => {
    const stats = { successfulRequestCount: '1197', failedRequestCount: '3' };
    const { told } = await follow(batch('SUCCEEDED', stats, { done: true }));
    assert.equal(told()[0]?.[0], 'Batch Tides completed. 3 of 1,200 requests failed.');
  });
});
