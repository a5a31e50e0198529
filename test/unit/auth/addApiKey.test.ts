import assert from 'node:assert/strict';
import { addApiKey, addApiKeyForEndpoint } from '../../../src/auth/addApiKey';
import { TransportError } from '../../../src/api/errors';
import { AppError } from '../../../src/base/errors';
import { ENDPOINT, gateway, mine, setUpFlow, works } from './setup';

const KEY = 'AIza-good';

describe('adding an API key', () => {
  it('checks it, keeps it and makes its connection the active one', async () => {
    const { flow, prompts, connections, settings, secrets, checked } = setUpFlow(works);
    prompts.answer(KEY);
    await addApiKey(flow, ENDPOINT);
    assert.deepEqual(checked, [`${ENDPOINT} ${KEY}`]);
    assert.deepEqual(connections.active, {
      id: 'new00001',
      name: 'Gemini API',
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
      [['input', true]],
    );
    assert.doesNotMatch(JSON.stringify(settings.read('connections')), /AIza/);
  });

  it('starts with a key from elsewhere, which the user confirms', async () => {
    const { flow, prompts, checked } = setUpFlow(works);
    prompts.answer(undefined);
    await addApiKey(flow, ENDPOINT, KEY);
    assert.deepEqual(
      prompts.asked.map(({ password, value }) => [password, value]),
      [[true, KEY]],
    );
    assert.deepEqual(checked, []);
  });

  for (const key of [' \n', 'schlüssel']) {
    it(`refuses ${JSON.stringify(key)}, and asks again with what was typed`, async () => {
      const { flow, prompts, checked, secrets } = setUpFlow(works);
      prompts.answer(key, undefined);
      await addApiKey(flow, ENDPOINT);
      assert.deepEqual(checked, []);
      assert.equal(secrets.stored.size, 0);
      const notice = prompts.asked.find(({ kind }) => kind === 'notify');
      assert.match(notice?.text ?? '', /^This API key can’t be used: it (is empty\.|contains )/);
      assert.equal(prompts.asked.at(-1)?.value, key);
    });
  }

  it('says why a key does not work, and lets it be corrected', async () => {
    const { flow, prompts, connections, checked } = setUpFlow(async (_endpoint, key) => {
      if (key !== KEY)
        throw new AppError('invalidKey', 'API key not valid.', { hint: 'Check it.' });
    });
    prompts.answer('AIza-bad', 'Edit Key…', KEY);
    await addApiKey(flow, ENDPOINT);
    const question = prompts.asked.find(({ kind }) => kind === 'confirm');
    assert.match(question?.text ?? '', /The API key was rejected: API key not valid\./);
    assert.deepEqual(question?.choices, ['Edit Key…', 'Save Anyway']);
    assert.doesNotMatch(question.text, /AIza/);
    assert.equal(prompts.asked.at(-1)?.value, 'AIza-bad');
    assert.equal(checked.length, 2);
    assert.equal(connections.active?.id, 'new00001');
  });

  it('keeps a key that could not be checked when the user wants so', async () => {
    const { flow, prompts, vault } = setUpFlow(() => Promise.reject(new Error('offline')));
    prompts.answer(KEY, 'Save Anyway');
    await addApiKey(flow, ENDPOINT);
    assert.equal((await vault.read('new00001'))?.key, KEY);
  });

  it('says where a key comes from, and opens that page, at Google’s service alone', async () => {
    const { flow, prompts, system } = setUpFlow(works);
    prompts.answer(undefined);
    await addApiKey(flow, ENDPOINT);
    assert.match(prompts.asked[0]?.text ?? '', /aistudio\.google\.com\/apikey/);
    const [button, ...others] = prompts.asked[0]?.buttons ?? [];
    assert.equal(others.length, 0);
    button?.run();
    assert.deepEqual(system.opened, ['https://aistudio.google.com/apikey']);
    prompts.answer('https://gateway.example', undefined);
    await addApiKeyForEndpoint(flow);
    const asked = prompts.asked.at(-1);
    assert.deepEqual([asked?.buttons, asked?.text.includes('aistudio')], [undefined, false]);
  });

  it('replaces the key of a connection to the same endpoint', async () => {
    const { flow, prompts, connections, vault } = setUpFlow(works, { connections: [mine] });
    await vault.write(mine.id, { origin: ENDPOINT, key: 'old' });
    prompts.answer('Replace the API key for “Mine”', KEY);
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
    prompts.answer('Replace the API key for “Gateway”', KEY);
    await addApiKey(flow, ENDPOINT);
    assert.deepEqual(prompts.asked[0]?.choices, [
      'Replace the API key for “Gateway”',
      'Replace the API key for “Mine”',
      'Add another connection',
      'Custom Endpoint…',
    ]);
    assert.match(prompts.asked[1]?.text ?? '', /gateway\.example:8443/);
    assert.deepEqual(checked, [`${keyed.endpoint} ${KEY}`]);
    assert.deepEqual(await vault.read(keyed.id), { origin: keyed.endpoint, key: KEY });
    assert.equal(connections.users.length, 3);
  });

  it('leaves no key behind when the connection cannot be written', async () => {
    const { flow, prompts, settings, secrets } = setUpFlow(works);
    settings.failure = new Error('settings are read-only');
    prompts.answer(KEY);
    await assert.rejects(addApiKey(flow, ENDPOINT), /read-only/);
    assert.equal(secrets.stored.size, 0);
  });

  describe('where the service can’t be reached', () => {
    it('tries again, with the key that was typed', async () => {
      let tries = 0;
      const { flow, prompts, connections, checked } = setUpFlow(async () => {
        tries += 1;
        if (tries < 3) throw new TransportError('dns', 'Nothing answers.', { hint: 'Check it.' });
      });
      prompts.answer(KEY, 'Retry', 'Retry');
      await addApiKey(flow, ENDPOINT);
      const question = prompts.asked.find(({ kind }) => kind === 'confirm');
      assert.equal(question?.text, 'Couldn’t verify the API key: Nothing answers. Check it.');
      assert.equal(checked.length, 3);
      assert.equal(connections.active?.endpoint, ENDPOINT);
    });

    it('takes another address, and asks for nothing twice', async () => {
      const { flow, prompts, connections, vault } = setUpFlow(async (endpoint) => {
        if (!endpoint.endsWith(':2/base')) throw new TransportError('refused', 'Nothing answers.');
      });
      prompts.answer('http://127.0.0.1:1', KEY, 'Edit URL…', 'http://127.0.0.1:2/base/');
      await addApiKeyForEndpoint(flow);
      assert.equal(prompts.asked.at(-1)?.value, 'http://127.0.0.1:1');
      const endpoint = 'http://127.0.0.1:2/base';
      assert.equal(connections.active?.endpoint, endpoint);
      assert.deepEqual(await vault.read('new00001'), { origin: endpoint, key: KEY });
    });
  });
});
