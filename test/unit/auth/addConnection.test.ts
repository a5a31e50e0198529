import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addAccountConnection, addConnection } from '../../../src/auth/addConnection';
import { formatAdc } from '../../../src/auth/adc';
import { leaks } from '../../fakes/canary';
import { client, REFRESH, setUpManaging } from './managing';
import { ENDPOINT, gateway, mine } from './setup';
import { folderForEach } from '../../fakes/folder';

const GOOGLE = 'Gemini API';
const ELSEWHERE = 'https://gateway.example:8443';
const KEY = 'AIza-good';

describe('adding a connection', () => {
  it('with a key that works, under a free name', async () => {
    const { auth, prompts, connections, settings, vault, checked } = setUpManaging({
      connections: [{ ...mine, name: 'Gemini API' }],
    });
    prompts.answer('API key', GOOGLE, KEY, 'Gemini API 2');
    await addConnection(auth);
    assert.equal(prompts.asked.at(-1)?.value, 'Gemini API 2');
    assert.deepEqual(checked, [`${ENDPOINT} ${KEY}`]);
    assert.deepEqual(connections.active, {
      id: 'new00001',
      name: 'Gemini API 2',
      endpoint: ENDPOINT,
      auth: 'apiKey',
    });
    assert.deepEqual(await vault.read('new00001'), { origin: ENDPOINT, key: KEY });
    assert.equal(settings.read('activeConnection'), 'new00001');
  });

  it('without a credential only where one is asked for the endpoint', async () => {
    const { auth, prompts, connections, secrets, loads } = setUpManaging();
    prompts.answer('No authentication', `${ELSEWHERE}/`, 'Gateway');
    await addConnection(auth);
    assert.equal(prompts.asked.at(-1)?.value, 'gateway.example:8443');
    assert.deepEqual(connections.active, { ...gateway, id: 'new00001' });
    assert.deepEqual([secrets.stored.size, loads.count], [0, 0]);
  });

  for (const [text, why] of [
    ['https://user:p4ss@x.example', /username and password/],
    ['https://x.example/?key=AIza', /query/],
    ['https://generativelanguage.googleapis.com/gateway', /path/],
    ['https://x.example/AIzaSy12345-Abcdefghij', /secret/],
    ['AIzaSy12345-Abcdefghijabcdef', /secret/],
    ['http://x.example', /unencrypted/],
    ['', /isn’t a valid URL/],
  ] as const) {
    it(`refuses ${JSON.stringify(text.replace(/AIzaSy.*/, 'a key'))} in the input box`, async () => {
      for (const answers of [['API key', 'Custom Endpoint…'], ['No authentication']]) {
        const { auth, prompts, settings, steps } = setUpManaging();
        prompts.answer(...answers, text);
        await assert.rejects(addConnection(auth, steps), { reason: 'badEndpoint' });
        assert.match(prompts.problems.join(), why);
        assert.doesNotMatch(prompts.problems.join(), /p4ss|AIza/);
        assert.equal(settings.read('connections'), undefined);
      }
    });
  }

  it('leaves the default of new windows, except the emulator', async () => {
    for (const [usual, after] of [
      [mine.id, mine.id],
      ['emulator', 'new00001'],
    ] as const) {
      const { auth, prompts, connections, settings, windowState } = setUpManaging({
        connections: [mine],
        activeConnection: usual,
      });
      prompts.answer('No authentication', ELSEWHERE, 'Gateway');
      await addConnection(auth);
      assert.equal(connections.active?.id, 'new00001');
      assert.equal(windowState.get('activeConnection'), 'new00001');
      assert.equal(settings.read('activeConnection'), after);
    }
  });
});

describe('adding a connection with an account', () => {
  it('signs in last, with the file and the project of its client', async () => {
    const { auth, prompts, connections, settings, signIns, steps, wishes } = setUpManaging();
    prompts.answer('Account', 'Custom Endpoint…', ELSEWHERE, 'my-project', 'Work');
    await addConnection(auth, steps);
    assert.equal(prompts.asked[3]?.value, 'client-project');
    assert.deepEqual(wishes, [{ name: 'Work', endpoint: ELSEWHERE, auth: 'oauth', client }]);
    assert.deepEqual(connections.active, {
      id: 'new00001',
      name: 'Work',
      endpoint: ELSEWHERE,
      auth: 'oauth',
      project: 'my-project',
    });
    assert.equal((await signIns.accounts.find('new00001'))?.origin, ELSEWHERE);
    assert.equal(settings.read('activeConnection'), 'new00001');
    const written = JSON.stringify(settings.read('connections'));
    assert.deepEqual(leaks([written, prompts.asked], [REFRESH, client.secret]), []);
  });

  for (const [project, isGood] of [
    ['my-project', true],
    ['example.com:my-project', true],
    ['My Project', false],
    ['a\r\nx-evil: 1', false],
  ] as const) {
    it(`${isGood ? 'takes' : 'refuses'} the project ${JSON.stringify(project)}`, async () => {
      const { auth, prompts, connections, steps } = setUpManaging();
      prompts.answer(project, 'Work');
      await addAccountConnection(auth, ENDPOINT, {}, steps);
      assert.equal(prompts.problems.length, isGood ? 0 : 1);
      assert.equal(connections.active?.project, isGood ? project : undefined);
      assert.equal(connections.users.length, isGood ? 1 : 0);
    });
  }

  for (const [title, end, answers] of [
    ['the file', undefined, []],
    ['the project', 'signedIn', [undefined]],
    ['the name', 'signedIn', ['p', undefined]],
    ['the sign-in', 'dismissed', ['p', 'Work']],
  ] as const) {
    it(`leaves nothing behind where the user gives up at ${title}`, async () => {
      const { auth, prompts, settings, secrets, steps, ends, windowState } = setUpManaging();
      if (end === undefined) ends.client = undefined;
      else ends.signIn = end;
      prompts.answer(...answers);
      assert.equal(await addAccountConnection(auth, ENDPOINT, {}, steps), undefined);
      assert.equal(prompts.unused, 0);
      assert.deepEqual([...secrets.stored.keys()], []);
      assert.deepEqual([settings.read('connections'), windowState.keys()], [undefined, []]);
    });
  }
});

describe('adding a connection with application default credentials', () => {
  const KIND = 'Application default credentials';
  const home = folderForEach();

  async function setUp(quotaProject?: string) {
    await mkdir(join(home(), '.config', 'gcloud'), { recursive: true });
    const text = formatAdc({
      client,
      refreshToken: REFRESH,
      ...(quotaProject === undefined ? {} : { quotaProject }),
    });
    const file = join(home(), '.config', 'gcloud', 'application_default_credentials.json');
    await writeFile(file, text);
    return setUpManaging({}, { platform: 'linux', env: {}, home: home() });
  }

  it('offers their project, and stores nothing', async () => {
    const { auth, prompts, connections, secrets } = await setUp('adc-project');
    prompts.answer(KIND, GOOGLE, 'adc-project', 'Local');
    await addConnection(auth);
    assert.equal(prompts.asked[2]?.value, 'adc-project');
    assert.match(prompts.asked[2].text, /Leave empty to use the project from the credentials\./);
    assert.deepEqual(connections.active, {
      id: 'new00001',
      name: 'Local',
      endpoint: ENDPOINT,
      auth: 'adc',
      project: 'adc-project',
    });
    assert.equal(secrets.stored.size, 0);
    assert.deepEqual(leaks(prompts.asked, [REFRESH, client.secret]), []);
  });

  it('asks before they go elsewhere than to Google, naming the host', async () => {
    for (const [answer, count] of [
      [undefined, 0],
      ['Send to gateway.example:8443', 1],
    ] as const) {
      const { auth, prompts, connections } = await setUp();
      prompts.answer(KIND, 'Custom Endpoint…', ELSEWHERE, answer, '', 'Local');
      await addConnection(auth);
      assert.match(prompts.asked[3]?.text ?? '', /to gateway\.example:8443\?/);
      assert.equal(connections.users.length, count);
      assert.equal(connections.users[0]?.project, undefined);
    }
  });

  it('says why there are none, before anything is added', async () => {
    const { auth, prompts, settings } = setUpManaging(
      {},
      { platform: 'linux', env: {}, home: home() },
    );
    prompts.answer(KIND, GOOGLE);
    await assert.rejects(addConnection(auth), { reason: 'noAdc' });
    assert.equal(settings.read('connections'), undefined);
  });
});
