import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { pauseTrigger, resumeTrigger } from '../../../../src/resources/triggers/triggerCommands';
import { fakeRoom } from '../../../fakes/room';

const at = { connection: 'aaaa1111', version: 'v1beta' } as const;
const tides: ResourceRef = { ...at, kind: 'trigger', name: 'triggers/t1' };
const all: ResourceRef = { ...at, kind: 'trigger', name: '', collection: true };

function inRoom(...answers: readonly (string | undefined)[]) {
  return fakeRoom(
    ({ id, input }) => {
      if (id === 'triggers.run') return { id: 'r9', trigger_id: 't1', status: 'in_progress' };
      if (id === 'triggers.listExecutions') {
        return { trigger_executions: [{ id: 'r1', interaction_id: 'v1_x' }] };
      }
      return { id: 't1', status: 'active', ...(input.body as object | undefined) };
    },
    ...answers,
  );
}

describe('triggers', () => {
  it('are paused and resumed by their status alone', async () => {
    for (const [command, status] of [
      [pauseTrigger, 'paused'],
      [resumeTrigger, 'active'],
    ] as const) {
      const { room, clients } = inRoom();
      await command(room, [tides, { ...all }]);
      assert.deepEqual(
        clients.calls.map(({ id, input }) => [id, input]),
        [['triggers.update', { name: tides.name, body: { status } }]],
      );
    }
  });
});
