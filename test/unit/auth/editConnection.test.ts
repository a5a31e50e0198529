import assert from 'node:assert/strict';
import {
  duplicateConnection,
  editConnection,
  renameConnection,
} from '../../../src/auth/editConnection';
import type { AccountSteps } from '../../../src/auth/signInTo';
import { client, setUpManaging, work } from './managing';
import { ENDPOINT, gateway, mine } from './setup';

const full = {
  ...gateway,
  uploadEndpoint: 'https://up.example',
  apiVersion: 'v1',
  project: 'my-project',
} as const;

describe('renaming a connection', () => {
  it('keeps id, key, sign-in and place, and all that the user wrote besides', async () => {
    const broken = { id: 'x' };
    const hand = { name: 'Work', auth: 'oauth', endpoint: `${ENDPOINT}/`, id: work.id };
    const { auth, prompts, settings, vault, signIn, signIns, connections } = setUpManaging({
      connections: [broken, mine, null, hand],
      activeConnection: work.id,
    });
    await vault.write(work.id, { origin: ENDPOINT, key: 'k' });
    await signIn(work.id);
    prompts.answer(' Office ');
    await renameConnection(auth, { connection: work.id });
    const written = settings.read('connections');
    assert.deepEqual(written, [broken, mine, null, { ...hand, name: 'Office' }]);
    assert.equal(
      JSON.stringify((written as readonly unknown[])[3]),
      JSON.stringify({ ...hand, name: 'Office' }),
    );
    assert.equal(connections.active?.name, 'Office');
    assert.equal((await vault.read(work.id))?.key, 'k');
    assert.equal((await signIns.accounts.find(work.id))?.email, 'me@example.com');
  });
});

describe('editing a connection', () => {
  it('shows every field with its value, and comes back to the one that was changed', async () => {
    const { auth, prompts } = setUpManaging({ connections: [full] });
    prompts.answer('Project', 'other', undefined);
    await editConnection(auth, { connection: full.id });
    const [first, , second] = prompts.asked.map(({ items = [] }) =>
      items.map(({ label, description = '', active = false }) => [label, description, active]),
    );
    assert.deepEqual(first, [
      ['Name', 'Gateway', true],
      ['Endpoint', 'https://gateway.example:8443', false],
      ['Upload endpoint', 'https://up.example', false],
      ['API version', 'v1', false],
      ['Project', 'my-project', false],
      ['Authentication', 'none', false],
    ]);
    assert.deepEqual(
      second?.filter(([, , active]) => active),
      [['Project', 'other', true]],
    );
  });

  for (const [field, answer, change] of [
    ['Name', 'Other', { name: 'Other' }],
    ['Endpoint', 'https://other.example/', { endpoint: 'https://other.example' }],
    ['Upload endpoint', 'https://other.example', { uploadEndpoint: 'https://other.example' }],
    ['API version', 'v1beta3', { apiVersion: 'v1beta3' }],
    ['Project', 'other', { project: 'other' }],
  ] as const) {
    it(`changes one field of one entry: ${field}`, async () => {
      const { auth, prompts, settings } = setUpManaging({ connections: [mine, full] });
      prompts.answer(field, answer, undefined);
      await editConnection(auth, { connection: full.id });
      assert.deepEqual(settings.read('connections'), [mine, { ...full, ...change }]);
      assert.deepEqual(prompts.problems, []);
    });
  }

  for (const field of ['Endpoint', 'Upload endpoint']) {
    for (const text of ['https://u:p4ss@x.example', 'http://x.example']) {
      it(`refuses ${text} in the input box: ${field}`, async () => {
        const { auth, prompts, settings } = setUpManaging({ connections: [full] });
        prompts.answer(field, text);
        const edited = editConnection(auth, { connection: full.id });
        await assert.rejects(edited, { reason: 'badEndpoint' });
        assert.equal(prompts.problems.length, 1);
        assert.deepEqual(settings.read('connections'), [full]);
      });
    }
  }

  it('says that a stored credential is not sent to a new endpoint unasked, and keeps it bound', async () => {
    const { auth, prompts, vault, signIn, signIns } = setUpManaging({ connections: [mine, work] });
    await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
    await signIn(work.id);
    for (const { id } of [mine, work]) {
      prompts.answer('Endpoint', 'https://other.example', undefined);
      await editConnection(auth, { connection: id });
    }
    for (const asked of prompts.asked.filter(({ kind }) => kind === 'input')) {
      assert.match(
        asked.text,
        /You’ll be asked before the stored credential is sent anywhere other than generativelanguage\.googleapis\.com\./,
      );
      assert.equal(asked.value, ENDPOINT);
    }
    assert.equal((await vault.read(mine.id))?.origin, ENDPOINT);
    assert.equal((await signIns.accounts.find(work.id))?.origin, ENDPOINT);
  });

  it('asks at once before application default credentials go to a new endpoint', async () => {
    for (const [answer, endpoint] of [
      [undefined, ENDPOINT],
      ['Send to other.example', 'https://other.example'],
    ] as const) {
      const { auth, prompts, connections } = setUpManaging({
        connections: [{ ...mine, auth: 'adc' }],
      });
      prompts.answer('Endpoint', 'https://other.example', answer, undefined);
      await editConnection(auth, { connection: mine.id });
      assert.equal(connections.users[0]?.endpoint, endpoint);
    }
  });
});

describe('duplicating a connection', () => {
  it('copies all fields under a new id and a free name, and uses the copy', async () => {
    const full = {
      ...gateway,
      name: 'Gateway 2',
      uploadEndpoint: 'https://up.example',
      apiVersion: 'v1',
      project: 'p',
    } as const;
    const { auth, prompts, connections, settings, loads } = setUpManaging({
      connections: [mine, full],
      activeConnection: mine.id,
    });
    prompts.answer('Copy');
    await duplicateConnection(auth, { connection: full.id });
    assert.equal(prompts.asked[0]?.value, 'Gateway 3');
    assert.deepEqual(connections.users, [mine, full, { ...full, id: 'new00001', name: 'Copy' }]);
    assert.equal(connections.active?.id, 'new00001');
    assert.equal(settings.read('activeConnection'), mine.id);
    assert.equal(loads.count, 0);
  });

  it('copies a key for the origin that it was entered for, and no other', async () => {
    const moved = { ...mine, endpoint: 'https://moved.example' };
    const { auth, prompts, connections, vault } = setUpManaging({ connections: [moved] });
    await vault.write(mine.id, { origin: ENDPOINT, key: 'k' });
    prompts.answer('Mine 2');
    await duplicateConnection(auth, undefined);
    assert.deepEqual(await vault.read('new00001'), { origin: ENDPOINT, key: 'k' });
    assert.deepEqual(await vault.read(mine.id), { origin: ENDPOINT, key: 'k' });
    assert.equal(connections.active?.endpoint, 'https://moved.example');
  });

  for (const answer of [undefined, 'Sign In…']) {
    it(`copies the OAuth client but not the sign-in, and offers one: ${String(answer)}`, async () => {
      const { auth, prompts, connections, signIn, signIns, steps } = setUpManaging({
        connections: [work],
      });
      await signIn(work.id);
      await signIns.clients.write(work.id, { client, scopes: ['s'] });
      const wishes: unknown[] = [];
      const signInTo: AccountSteps['signInTo'] = async (_parts, connection, wish) => {
        wishes.push([connection, wish]);
        return await signIns.accounts.find(connection.id);
      };
      prompts.answer('Work 2', answer);
      await duplicateConnection(auth, { connection: work.id }, { ...steps, signInTo });
      assert.equal(await signIns.accounts.find('new00001'), undefined);
      const copy = { ...work, id: 'new00001', name: 'Work 2' };
      assert.deepEqual(connections.active, copy);
      assert.deepEqual(await signIns.clients.read('new00001'), { client, scopes: ['s'] });
      assert.deepEqual(wishes, answer === undefined ? [] : [[copy, undefined]]);
      assert.notEqual(await signIns.accounts.find(work.id), undefined);
    });
  }
});
