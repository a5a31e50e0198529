import assert from 'node:assert/strict';
import { type RequestedModel, ModelStatuses } from '../../../src/service/modelStatuses';
import { FakeClock } from '../../fakes/clock';

const MODEL: RequestedModel = { connection: 'c1', version: 'v1beta', name: 'models/a' };

/** A window; the next one has the same memory. */
function open(memory = new Map<string, unknown>()) {
  const statuses = new ModelStatuses(
    {
      get: (key) => memory.get(key),
      update: async (key, value) => void memory.set(key, structuredClone(value)),
    },
    new FakeClock(),
  );
  const changes: RequestedModel[] = [];
  statuses.onDidChange((model) => changes.push(model));
  return { statuses, memory, changes };
}

describe('what the service said of models', () => {
  it('in an answer is known for that connection, in every version, while the window lives', () => {
    const { statuses, memory, changes } = open();
    statuses.answered(MODEL, { modelStage: 'DEPRECATED' });
    assert.deepEqual(statuses.of({ ...MODEL, version: 'v1' }), {
      by: 'answer',
      stage: 'DEPRECATED',
    });
    assert.equal(statuses.of({ ...MODEL, connection: 'c2' }), undefined);
    // An answer that says nothing takes nothing back.
    statuses.answered(MODEL);
    statuses.answered(MODEL, { modelStage: 'DEPRECATED' });
    assert.equal(statuses.of(MODEL)?.by, 'answer');
    assert.equal(changes.length, 1);
    assert.equal(open(memory).statuses.of(MODEL), undefined);
  });

  it('by refusing is known for that version in later windows too, until it answers', () => {
    const { statuses, memory, changes } = open();
    statuses.answered(MODEL, { modelStage: 'STABLE' });
    statuses.refused(MODEL, 'earlierUsers');
    statuses.refused(MODEL, 'earlierUsers');
    assert.equal(changes.length, 2);
    const later = open(memory);
    const found = later.statuses.of(MODEL);
    assert.equal(found?.by === 'refusal' && found.why, 'earlierUsers');
    assert.match(found?.by === 'refusal' ? found.day : '', /^\d{4}-\d{2}-\d{2}$/);
    assert.equal(later.statuses.of({ ...MODEL, version: 'v1' }), undefined);
    later.statuses.answered(MODEL);
    assert.equal(later.statuses.of(MODEL), undefined);
    assert.deepEqual(later.changes, [MODEL]);
    assert.equal(open(memory).statuses.of(MODEL), undefined);
  });
});
