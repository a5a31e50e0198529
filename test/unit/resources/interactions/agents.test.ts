import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { nameInRequests, resourceName } from '../../../../src/catalog/resourceName';
import { createResource } from '../../../../src/resources/create/createResource';
import { saveNewResource } from '../../../../src/resources/documents/saveNewResource';
import type { Answer } from '../../../fakes/client';
import { fakeRoom, MINE } from '../../../fakes/room';
import { refusal } from '../memoryService';

const where = { connection: MINE.id, version: 'v1beta', kind: 'agent' } as const;
const agents: ResourceRef = { ...where, name: '', collection: true };
const pilot: ResourceRef = { ...where, name: 'agents/pilot' };
const PILOT = {
  id: 'pilot',
  base_agent: 'antigravity-preview-09-2026',
  tools: [{ type: 'google_search' }, { type: 'mcp_server', name: 'charts', url: 'https://x' }],
};

/** A service with agents, that answers as the emulator does. */
function service(...first: readonly JsonObject[]): Answer {
  const all = new Map(first.map((one) => [one.id, one]));
  return ({ id, input }) => {
    const key = String(input.name ?? '').replace('agents/', '');
    const found = all.get(key);
    if (id === 'agents.list') {
      const [next] = [...all.values()].slice(input.page_token === 'more' ? 1 : 0);
      const isLast = all.size < 2 || input.page_token === 'more';
      return { agents: next ? [next] : [], ...(!isLast && { next_page_token: 'more' }) };
    }
    if (id === 'agents.create') {
      const made = { id: 'made-up', ...(input.body as JsonObject) };
      if (all.has(made.id)) throw refusal(409, 'ABORTED', 'Requested entity already exists');
      all.set(made.id, made);
      return made;
    }
    if (!found) throw refusal(404, 'NOT_FOUND', 'It doesn’t exist.');
    if (id === 'agents.delete') all.delete(key);
    return id === 'agents.delete' ? {} : found;
  };
}

describe('resources that have an id and no name', () => {
  it('are called by their collection and their id, and by the id alone in requests', () => {
    assert.equal(resourceName(agents, PILOT), 'agents/pilot');
    assert.equal(resourceName(agents, { name: 'agents/other' }), '');
    assert.equal(nameInRequests(pilot), 'pilot');
    assert.equal(nameInRequests({ kind: 'file', name: 'files/x' }), 'files/x');
  });
});

describe('agents', () => {
  it('are made by a form, with an id of one’s own', async () => {
    const answers = [
      'antigravity-preview-09-2026',
      'Reads charts.',
      'Be brief.',
      'google_search',
      'mate',
    ];
    const { room, clients, prompts, revealed } = fakeRoom(service(), 'Fill in a form', ...answers);
    await createResource(room, [agents]);
    assert.deepEqual(clients.calls[0]?.input, {
      body: {
        id: 'mate',
        base_agent: 'antigravity-preview-09-2026',
        description: 'Reads charts.',
        system_instruction: 'Be brief.',
        tools: [{ type: 'google_search' }],
      },
    });
    const boxes = prompts.asked.find(({ kind }) => kind === 'pickMany')?.choices;
    assert.deepEqual(boxes, ['code_execution', 'google_search', 'url_context']);
    assert.deepEqual(revealed[0], { ...where, name: 'agents/mate' });
  });

  it('are made of a document, which keeps the id in it', async () => {
    const { room, store } = fakeRoom(service(PILOT));
    await store.list(agents);
    const parts = { ...room.services };
    const text = JSON.stringify({ ...PILOT, id: 'mate' });
    const { ref } = await saveNewResource(parts, agents, text);
    assert.equal(ref.name, 'agents/mate');
    assert.ok(store.find(ref));
    await assert.rejects(saveNewResource(parts, agents, JSON.stringify(PILOT)), (error) => {
      assert.deepEqual((error as { problems?: unknown }).problems, [
        { message: 'The ID “pilot” is already in use.', path: ['id'] },
      ]);
      return true;
    });
    const strange = JSON.stringify({ ...PILOT, id: 'x', displayName: 'X' });
    await assert.rejects(saveNewResource(parts, agents, strange), /displayName/);
  });
});
