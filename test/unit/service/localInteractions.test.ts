import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import { decodeErrorEnvelope } from '../../../src/api/errors/decode';
import type { JsonObject } from '../../../src/api/schema/row';
import { collectionVerbs, resourceVerbs, topCollection } from '../../../src/catalog/kindOperations';
import { kindRow } from '../../../src/catalog/kinds';
import type { ResourceRef } from '../../../src/catalog/ref';
import type { Text } from '../../../src/catalog/text';
import { createCalls } from '../../../src/service/calls';
import type { Connection, Connections } from '../../../src/service/connection';
import type { InteractionRecord } from '../../../src/service/interactions';
import {
  listedInteraction,
  LocalInteractions,
  updateLoadedList,
} from '../../../src/service/localInteractions';
import { ResourceStore } from '../../../src/service/resourceStore';
import { FakeClients } from '../../fakes/client';
import { interactionRecord, interactionsIn } from '../../fakes/interactions';
import { settled } from '../../fakes/settle';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEGUN = Date.parse('2026-01-31T12:00:00Z');
const MINE: Connection = { id: 'c1', name: 'Work', endpoint: 'https://a.example', auth: 'apiKey' };

const where = { connection: 'c1', version: 'v1beta', kind: 'interaction' } as const;
const collection: ResourceRef = { ...where, name: '', collection: true };
const refOf = (id: string): ResourceRef => ({ ...where, name: `interactions/${id}` });

function open(answer: () => unknown = () => ({ id: 'v1_a', status: 'completed', steps: [{}] })) {
  const clients = new FakeClients(answer);
  const world = interactionsIn();
  const { interactions, clock } = world;
  const local = new LocalInteractions(interactions, () => clock.now());
  const store = new ResourceStore(createCalls(clients), async () => local);
  const connections = { find: () => MINE } as unknown as Connections;
  interactions.onDidChange((told) => updateLoadedList(told, connections, store));
  const labels = () =>
    store.peek(collection)?.items.map((item) => kindRow('interaction').label(item));
  return { ...world, clients, store, labels };
}

describe('the list of interactions, which the service does not have', () => {
  it('is what this machine noted, without a question to the service', async () => {
    assert.deepEqual(topCollection('interaction', MINE), collection);
    const { interactions, clients, store, labels } = open();
    await interactions.begin(interactionRecord());
    const later = { id: 'v1_b', title: 'Tides', created: '2026-01-31T12:00:01Z' };
    await interactions.begin(interactionRecord(later));
    await store.list(collection);
    assert.deepEqual(labels(), ['Tides', 'A haiku']);
    assert.equal(clients.calls.length, 0);
    assert.deepEqual(collectionVerbs('interaction', 'v1'), ['refresh']);
  });

  it('follows what is noted: new ones before the others, changes in place, and what was deleted', async () => {
    const { interactions, store, labels } = open();
    await interactions.begin(interactionRecord());
    await store.list(collection);
    await interactions.begin(
      interactionRecord({ id: 'v1_b', title: 'Tides', created: '2026-01-31T12:00:01Z' }),
    );
    // The tree asks again.
    await store.list(collection);
    assert.deepEqual(labels(), ['Tides', 'A haiku']);
    await interactions.change({ connection: 'c1', id: 'v1_a' }, { status: 'failed' });
    assert.equal(store.find(refOf('v1_a'))?.status, 'failed');
    await interactions.forget({ connection: 'c1', id: 'v1_b' });
    assert.deepEqual(labels(), ['A haiku']);
  });

  it('loses one that the service has no more, in every window', async () => {
    const { interactions, store, labels } = open(() => {
      throw decodeErrorEnvelope({ error: { code: 404, message: 'Not found.' } }, 404);
    });
    await interactions.begin(interactionRecord());
    await store.list(collection);
    await settled(assert.rejects(store.get(refOf('v1_a')), /Not found/));
    assert.deepEqual(labels(), []);
    assert.deepEqual(await interactions.list('c1'), []);
  });
});

describe('the row of an interaction', () => {
  const row = kindRow('interaction');
  const said = (text: Text | undefined): string => (text ? localizedText(text) : '');
  const listed = (over: Partial<InteractionRecord> = {}): JsonObject =>
    listedInteraction(interactionRecord({ status: 'completed', ...over }));

  it('says how it stands, who answers, and how long it is kept as far as that is known', () => {
    const after = (ms: number, over: Partial<InteractionRecord> = {}): string =>
      said(row.description(listed(over), BEGUN + ms));
    assert.equal(after(0), 'completed · at least 24 h left · gemini-3.8-flash');
    const seen = new Date(BEGUN + 2 * DAY).toISOString();
    assert.equal(after(2 * DAY, { seen }), 'completed · at least 5 d left · gemini-3.8-flash');
    assert.equal(after(3 * HOUR, { days: 1 }), 'completed · 21 h left · gemini-3.8-flash');
    assert.equal(after(55 * DAY), 'completed · expired · gemini-3.8-flash');
  });

  it('can be opened where its conversation is known, and cancelled while it runs by itself', () => {
    const verbs = (over: Partial<InteractionRecord>) =>
      resourceVerbs('interaction', 'v1', listed(over)).filter((verb) =>
        verb.endsWith('Interaction'),
      );
    assert.deepEqual(verbs({}), []);
    assert.deepEqual(verbs({ conversation: 'x', turn: 'y' }), ['openInteraction']);
    assert.deepEqual(verbs({ status: 'in_progress' }), []);
    assert.deepEqual(verbs({ status: 'in_progress', background: true }), ['cancelInteraction']);
    assert.deepEqual(verbs({ status: 'queued', background: true }), ['cancelInteraction']);
    assert.deepEqual(verbs({ status: 'cancelled', background: true }), []);
  });
});
