import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { showLoss } from '../../../../src/resources/tuning/showLoss';
import { fakeRoom } from '../../../fakes/room';
import { settled } from '../../../fakes/settle';

const MODEL: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'tunedModel',
  name: 'tunedModels/haikus',
};
const OPERATION: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1',
  kind: 'tunedModelOperation',
  name: 'tunedModels/haikus/operations/op1',
};

const snapshot = (step: number) => ({
  step,
  epoch: step - 1,
  meanLoss: 8 / step,
  computeTime: '2026-01-31T12:00:00Z',
});

function operation(steps: number, more: JsonObject = {}): JsonObject {
  const snapshots = Array.from({ length: steps }, (_, at) => snapshot(at + 1));
  const metadata = { totalSteps: 4, completedSteps: steps, tunedModel: MODEL.name, snapshots };
  return { name: OPERATION.name, metadata, ...more };
}

/** A room over a service with one training. */
function training(...answers: readonly (string | undefined)[]) {
  const state = { operation: operation(2) as JsonObject | Error, model: 'CREATING' };
  const made = fakeRoom(
    ({ id }) => {
      if (id === 'tunedModels.get') {
        const snapshots = [snapshot(1), snapshot(2)];
        return { name: MODEL.name, state: state.model, tuningTask: { snapshots } };
      }
      if (id === 'tunedModels.operations.cancel') return {};
      if (state.operation instanceof Error) throw state.operation;
      return id === 'tunedModels.operations.list'
        ? {
            operations: [
              operation(4, { name: 'tunedModels/haikus/operations/old', done: true }),
              state.operation,
            ],
          }
        : state.operation;
    },
    ...answers,
  );
  const cancelled = () =>
    made.clients.calls.filter(({ id }) => id === 'tunedModels.operations.cancel');
  return { ...made, state, cancelled };
}

describe('the loss of a training', () => {
  it('is a curve, and a table with the same numbers', async () => {
    const { room, sheets, state } = training();
    state.operation = operation(4, { done: true, response: {} });
    await showLoss(room, [OPERATION]);
    const { last } = sheets;
    assert.deepEqual(last.block('chart').points, [
      [1, 8],
      [2, 4],
      [3, 8 / 3],
      [4, 2],
    ]);
    assert.match(
      last.block('chart').caption,
      /Mean loss by step: from 8\.000 at step 1 to 2\.000 at step 4\./,
    );
    assert.deepEqual(last.table[1], ['2', '1', '4.000', '2026-01-31T12:00:00Z']);
    assert.equal(last.now.isBusy, false);
  });

  it('grows while it runs, and ends looking when it is done', async () => {
    const { room, sheets, state, clock, clients } = training();
    await showLoss(room, [OPERATION]);
    assert.equal(sheets.last.table.length, 2);
    assert.equal(sheets.last.now.isBusy, true);
    state.operation = operation(4, { done: true, response: {} });
    await settled(clock.advance(5000));
    assert.equal(sheets.last.table.length, 4);
    assert.equal(sheets.last.now.isBusy, false);
    const { length } = clients.calls;
    await settled(clock.advance(60_000));
    assert.equal(clients.calls.length, length);
  });
});
