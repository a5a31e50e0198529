import assert from 'node:assert/strict';
import { addApiKey, addApiKeyForEndpoint } from '../../../src/auth/addApiKey';
import { AppError, CancelledError } from '../../../src/base/errors';
import { ENDPOINT, gateway, mine, setUpFlow, works } from './setup';

const KEY = 'AIza-good';

describe('adding an API key', () => {
  it('checks it, keeps it and makes its connection the active one', async () => {
    const { flow, prompts, connections, settings, secrets, checked } = setUpFlow(works);
    prompts.answer('My key', KEY);
    await addApiKey(flow, ENDPOINT);
    assert.deepEqual(checked, [`${ENDPOINT} ${KEY}`]);
    assert.deepEqual(connections.active, {
      id: 'new00001',
      name: 'My key',
      endpoint: ENDPOINT,
      auth: 'apiKey',
    });
    assert.equal(settings.read('activeConnection'), 'new00001');
    assert.deepEqual(JSON.parse(secrets.stored.get('apiKey.new00001') ?? ''), {
      origin: ENDPOINT,
      key: KEY,
    });
    assert.deepEqual(
      prompts.asked.map(({ kind, password }) => [kind, password ?? false]),
      [
        ['input', false],
        ['input', true],
      ],
    );
    assert.doesNotMatch(JSON.stringify(settings.read('connections')), /AIza/);
  });

  for (const key of [
    '',
    'with space',
    'two\nlines',
    'tab\there',
    'schlüssel',
    'line\r\nx: y',
    '\u0000',
  ]) {
    it(`refuses ${JSON.stringify(key)}, and asks again with what was typed`, async () => {
      const { flow, prompts, checked, secrets } = setUpFlow(works);
      prompts.answer('My key', key, undefined);
      await addApiKey(flow, ENDPOINT);
      assert.deepEqual(checked, []);
      assert.equal(secrets.stored.size, 0);
      const notice = prompts.asked.find(({ kind }) => kind === 'notify');
      assert.match(notice?.text ?? '', /^This API key can’t be used: it (is|has) /);
      assert.equal(prompts.asked.at(-1)?.value, key);
    });
  }

  it('says why a key does not work, and lets it be corrected', async () => {
    const { flow, prompts, connections, checked } = setUpFlow(async (_endpoint, key) => {
      if (key !== KEY)
        throw new AppError('invalidKey', 'API key not valid.', { hint: 'Check it.' });
    });
    prompts.answer('My key', 'AIza-bad', 'Correct the Key', KEY);
    await addApiKey(flow, ENDPOINT);
    const question = prompts.asked.find(({ kind }) => kind === 'confirm');
    assert.match(question?.text ?? '', /API key not valid\. Check it\./);
    assert.doesNotMatch(question?.text ?? '', /AIza/);
    assert.equal(prompts.asked.at(-1)?.value, 'AIza-bad');
    assert.equal(checked.length, 2);
    assert.equal(connections.active?.id, 'new00001');
  });

  it('keeps a key that could not be checked when the user wants so', async () => {
    const { flow, prompts, vault } = setUpFlow(() => Promise.reject(new Error('offline')));
    prompts.answer('My key', KEY, 'Save Anyway');
    await addApiKey(flow, ENDPOINT);
    assert.equal((await vault.read('new00001'))?.key, KEY);
  });

  it('comes back to what was typed when the check is cancelled', async () => {
    const { flow, prompts, connections } = setUpFlow(() => Promise.reject(new CancelledError()));
    prompts.answer('My key', KEY, undefined);
    await addApiKey(flow, ENDPOINT);
    assert.equal(prompts.asked.at(-1)?.value, KEY);
    assert.equal(connections.active, undefined);
  });

  for (const answers of [[undefined], ['My key', undefined]]) {
    it(`changes nothing when question ${answers.length} is dismissed`, async () => {
      const { flow, prompts, settings, secrets } = setUpFlow(works);
      prompts.answer(...answers);
      await addApiKey(flow, ENDPOINT);
      assert.equal(settings.read('connections'), undefined);
      assert.equal(secrets.stored.size, 0);
    });
  }

  it('replaces the key of a connection to the same endpoint', async () => {
    const { flow, prompts, connections, vault } = setUpFlow(works, { connections: [mine] });
    await vault.write(mine.id, { origin: ENDPOINT, key: 'old' });
    prompts.answer('Replace the key of “Mine”', KEY);
    await addApiKey(flow, ENDPOINT);
    assert.deepEqual(connections.users, [mine]);
    assert.equal((await vault.read(mine.id))?.key, KEY);
  });

  it('offers the keys of every endpoint, the connection in use first, and asks for its host', async () => {
    const keyed = { ...gateway, auth: 'apiKey' } as const;
    const { flow, prompts, connections, vault, checked } = setUpFlow(works, {
      connections: [mine, keyed, { ...gateway, id: 'cccc3333', name: 'Open' }],
      activeConnection: keyed.id,
    });
    prompts.answer('Replace the key of “Gateway”', KEY);
    await addApiKey(flow, ENDPOINT);
    assert.deepEqual(prompts.asked[0]?.choices, [
      'Replace the key of “Gateway”',
      'Replace the key of “Mine”',
      'Add another connection',
    ]);
    assert.match(prompts.asked[1]?.text ?? '', /gateway\.example:8443/);
    assert.deepEqual(checked, [`${keyed.endpoint} ${KEY}`]);
    assert.deepEqual(await vault.read(keyed.id), { origin: keyed.endpoint, key: KEY });
    assert.equal(connections.users.length, 3);
  });

  it('leaves the default of new windows where there is one already', async () => {
    const { flow, prompts, settings, connections } = setUpFlow(works, {
      connections: [mine],
      activeConnection: mine.id,
    });
    prompts.answer('Add another connection', 'Second', KEY);
    await addApiKey(flow, ENDPOINT);
    assert.equal(settings.read('activeConnection'), mine.id);
    assert.equal(connections.active?.name, 'Second');
  });

  it('leaves no key behind when the connection cannot be written', async () => {
    const { flow, prompts, settings, secrets } = setUpFlow(works);
    settings.failure = new Error('settings are read-only');
    prompts.answer('My key', KEY);
    await assert.rejects(addApiKey(flow, ENDPOINT), /read-only/);
    assert.equal(secrets.stored.size, 0);
  });

  it('asks for another endpoint where that is wanted', async () => {
    const { flow, prompts, connections, checked } = setUpFlow(works);
    prompts.answer('https://gateway.example:8443/', 'Gateway', KEY);
    await addApiKeyForEndpoint(flow);
    assert.equal(connections.active?.endpoint, 'https://gateway.example:8443');
    assert.deepEqual(checked, [`https://gateway.example:8443 ${KEY}`]);
  });
});
