import assert from 'node:assert/strict';
import { SERVICE_AGENTS } from '../../../../src/api/schema/fieldLimits';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { withAgent } from '../../../../src/conversation/session/modelChoice';
import { chooseAgent } from '../../../../src/playground/host/pickers';
import { Models } from '../../../../src/conversation/request/models';
import type { Conversation } from '../../../../src/conversation/model/conversation';
import type { Answer } from '../../../fakes/client';
import { fakeRoom, MINE } from '../../../fakes/room';

const agents: ResourceRef = {
  connection: MINE.id,
  version: 'v1beta',
  kind: 'agent',
  name: '',
  collection: true,
};

function choosing(answer: Answer, choice: string | undefined) {
  const { room, prompts, log } = fakeRoom(answer, choice);
  const { connections, store, modelStatuses } = room.services;
  const services = {
    connections,
    prompts,
    log,
    models: new Models(store, modelStatuses),
  };
  return { prompts, log, choose: (within?: ResourceRef) => chooseAgent(services, within) };
}

const pilot: Answer = () => ({ agents: [{ id: 'pilot', description: 'Reads charts.' }] });

describe('asking an agent', () => {
  it('offers those of the user, and those that the service has and does not list', async () => {
    const { prompts, choose } = choosing(pilot, 'pilot');
    assert.deepEqual(await choose(agents), {
      connection: MINE.id,
      version: 'v1beta',
      kind: 'agent',
      name: 'agents/pilot',
    });
    const { choices, items = [] } = prompts.asked[0] ?? {};
    assert.deepEqual(choices, ['pilot', ...SERVICE_AGENTS]);
    assert.deepEqual(items.map(({ separator }) => separator).filter(Boolean), [
      'Custom',
      'Built-in',
    ]);
  });

  it('takes the connection in use where no list was clicked, and nothing where it is left', async () => {
    const [first] = SERVICE_AGENTS;
    const chosen = await choosing(pilot, first).choose();
    assert.deepEqual([chosen?.connection, chosen?.name], [MINE.id, `agents/${first}`]);
    assert.equal(await choosing(pilot, undefined).choose(agents), undefined);
  });

  it('offers those of the service where the list fails', async () => {
    const { prompts, log, choose } = choosing(() => {
      throw new Error('It is busy.');
    }, undefined);
    await choose(agents);
    assert.deepEqual(prompts.asked[0]?.choices, SERVICE_AGENTS);
    assert.match(log.lines.join('\n'), /It is busy/);
  });

  it('begins a conversation that it answers, with whatever else was set', () => {
    const head = {
      settings: { requests: { interaction: { environment: 'remote' }, chat: { tools: [] } } },
    } as unknown as Conversation;
    assert.deepEqual(withAgent(head, 'pilot').settings.requests, {
      interaction: { environment: 'remote', agent: 'pilot' },
      chat: { tools: [] },
    });
  });
});
