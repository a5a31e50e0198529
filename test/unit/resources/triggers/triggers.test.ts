import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { createResource } from '../../../../src/resources/create/createResource';
import {
  openRunInteraction,
  pauseTrigger,
  resumeTrigger,
  runTrigger,
} from '../../../../src/resources/triggers/triggerCommands';
import { BACK } from '../../../fakes/prompts';
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
      if (id === 'agents.list') return { agents: [{ id: 'pilot' }] };
      if (id === 'environments.list') return { environments: [{ id: 'e8k2' }] };
      return { id: 't1', status: 'active', ...(input.body as object | undefined) };
    },
    ...answers,
  );
}

describe('triggers', () => {
  it('are run at once, and the run is shown', async () => {
    const { room, clients, revealed } = inRoom();
    await runTrigger(room, [tides]);
    assert.deepEqual(
      clients.calls.map(({ id, input }) => [id, input]),
      [
        ['triggers.run', { name: tides.name }],
        ['triggers.get', { name: tides.name }],
      ],
    );
    assert.deepEqual(
      revealed.map(({ kind, name }) => [kind, name]),
      [['triggerExecution', 'triggers/t1/executions/r9']],
    );
  });

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

  it('are made by a form with a way back', async () => {
    const { room, clients, prompts } = inRoom(
      ...['Fill in a form', 'Tides', '0 9 * * 1-5', 'Europe/Oslo', BACK, 'Europe/Rome'],
      ...['pilot', 'Report the tides.', 'e8k2'],
    );
    await createResource(room, [all]);
    assert.deepEqual(prompts.problems, []);
    const made = clients.calls.find(({ id }) => id === 'triggers.create');
    assert.deepEqual(made?.input.body, {
      display_name: 'Tides',
      schedule: '0 9 * * 1-5',
      time_zone: 'Europe/Rome',
      interaction: { agent: 'pilot', input: 'Report the tides.' },
      environment_id: 'e8k2',
    });
  });

  it('are not made of a schedule, a zone or a task that is none', async () => {
    const wrong = ['Fill in a form', '', '0 9 * *', 'Mars/Base', 'pilot', ' ', undefined];
    const { room, prompts, clients } = inRoom(...wrong);
    await createResource(room, [all]);
    assert.equal(prompts.problems.length, 3);
    assert.match(
      prompts.problems[0] ?? '',
      /Enter a cron schedule with five fields: minute, hour, day,/,
    );
    assert.ok(!clients.calls.some(({ id }) => id === 'triggers.create'));
  });

  it('lead to the interaction of a run, and nowhere where there is none', async () => {
    const { room, store, opened } = inRoom();
    const runs: ResourceRef = {
      ...at,
      kind: 'triggerExecution',
      name: tides.name,
      collection: true,
    };
    await store.list(runs);
    const run: ResourceRef = { ...at, kind: 'triggerExecution', name: 'triggers/t1/executions/r1' };
    await openRunInteraction(room, [run, { ...run, name: 'triggers/t1/executions/r2' }]);
    assert.deepEqual(opened, [{ ...at, kind: 'interaction', name: 'interactions/v1_x' }]);
  });
});
