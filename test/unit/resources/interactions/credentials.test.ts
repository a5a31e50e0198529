import assert from 'node:assert/strict';
import { parseDocument } from '../../../../src/catalog/documents';
import { changeableFields, collectionVerbs } from '../../../../src/catalog/kindOperations';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { changeSecret } from '../../../../src/resources/create/changeResource';
import { createResource } from '../../../../src/resources/create/createResource';
import { writability } from '../../../../src/resources/documents/documentText';
import { leaks } from '../../../fakes/canary';
import type { FakePrompts } from '../../../fakes/prompts';
import { fakeRoom, MINE } from '../../../fakes/room';

const where = { connection: MINE.id, version: 'v1beta', kind: 'credential' } as const;
const credentials: ResourceRef = { ...where, name: '', collection: true };
const harbour: ResourceRef = { ...where, name: 'credentials/harbour' };
const SECRET = 'canary-harbour-0123456789';
const OTHER = 'canary-refresh-9876543210';

/** What the service shows: nothing of what it is made of. */
const shown = (type: string) => ({ id: 'harbour', type, status: 'active' });

function inRoom(type: string, ...answers: readonly (string | undefined)[]) {
  return fakeRoom(
    ({ id }) => {
      if (id === 'credentials.list') return { credentials: [shown(type)] };
      return shown(type);
    },
    ...answers,
  );
}

const passwords = ({ asked }: FakePrompts) =>
  asked.filter(({ password }) => password).map(({ text }) => /^[^.]*/.exec(text)?.[0]);

describe('credentials', () => {
  it('are made by a form alone, whose secrets are typed unseen', async () => {
    const { room, clients, prompts, revealed, ...seen } = inRoom(
      'bearer_token',
      'bearer token',
      SECRET,
      '',
      '',
      'harbour',
    );
    await createResource(room, [credentials]);
    assert.deepEqual(clients.calls[0]?.input, {
      body: { id: 'harbour', type: 'bearer_token', token: SECRET },
    });
    assert.deepEqual(passwords(prompts), ['Token']);
    assert.deepEqual(revealed[0], harbour);
    const { told, opened, activity, log, documents, store } = seen;
    const left = [told, opened, activity.entries, log, documents, store.peek(credentials)];
    assert.deepEqual(leaks(left, [SECRET]), []);
    assert.equal(
      parseDocument(`/${MINE.id}/v1beta/new/credentials/New credential 1.json`),
      undefined,
    );
    assert.ok(collectionVerbs('credential', 'v1beta').includes('create'));
  });

  it('ask for what each type needs, in its own words', async () => {
    const oauth = inRoom(
      'oauth2',
      'oauth2',
      'client',
      SECRET,
      OTHER,
      'https://auth.example/token',
      'one, two',
      'harbour',
    );
    await createResource(oauth.room, [credentials]);
    assert.deepEqual(oauth.clients.calls[0]?.input.body, {
      id: 'harbour',
      type: 'oauth2',
      client_id: 'client',
      client_secret: SECRET,
      refresh_token: OTHER,
      token_url: 'https://auth.example/token',
      scopes: ['one', 'two'],
    });
    assert.deepEqual(passwords(oauth.prompts), ['Client secret', 'Refresh token']);
  });

  it('take a new secret of the same type, with nothing else', async () => {
    const { room, clients, prompts, store, told } = inRoom('bearer_token', 'OK', SECRET);
    await store.list(credentials);
    await changeSecret(room, [harbour]);
    const change = clients.calls.find(({ id }) => id === 'credentials.update');
    assert.deepEqual(change?.input, {
      name: 'credentials/harbour',
      update_mask: 'token',
      body: { type: 'bearer_token', token: SECRET },
    });
    assert.deepEqual(prompts.asked[0]?.choices, ['Token', 'Header name', 'Prefix']);
    assert.deepEqual(passwords(prompts), ['Token']);
    assert.deepEqual(told, ['Updated: Token']);
  });

  it('can’t be changed in a document, which has nothing of what they are made of', () => {
    assert.deepEqual(changeableFields('credential'), []);
    const { isWritable, sentence } = writability({ ref: harbour, form: 'json' });
    assert.equal(isWritable, false);
    assert.match(sentence, /Read-only: the API never returns the editable fields of/);
  });
});
