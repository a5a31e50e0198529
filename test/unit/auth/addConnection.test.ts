import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addAccountConnection, addConnection } from '../../../src/auth/addConnection';
import { formatAdc } from '../../../src/auth/adcFile';
import { leaks } from '../../fakes/canary';
import { client, REFRESH, setUpManaging } from './managing';
import { BACK } from '../../fakes/prompts';
import { ENDPOINT, gateway, mine } from './setup';
import { folderForEach } from '../../fakes/folder';

const GOOGLE = 'Gemini API';
const ELSEWHERE = 'https://gateway.example:8443';
const KEY = 'AIza-good';

describe('adding a connection', () => {
  it('offers every kind of credential, the key first, and Google’s service first', async () => {
    const { auth, prompts, settings } = setUpManaging();
    prompts.answer('API key', undefined);
    await addConnection(auth);
    assert.deepEqual(
      prompts.asked.map(({ choices }) => choices),
      [
        [
          'API key',
          'API key from an environment variable',
          'Account',
          'Application default credentials',
          'No authentication',
        ],
        [GOOGLE, 'Custom Endpoint…'],
      ],
    );
    assert.equal(prompts.asked[1]?.items?.[0]?.active, true);
    assert.equal(settings.read('connections'), undefined);
  });

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
    ['https://x.example?', /query/],
    ['https://x.example/#a', /fragment/],
    ['https://generativelanguage.googleapis.com/gateway', /path/],
    ['https://x.example:70000', /port/],
    ['https://x.example/AIzaSy12345-Abcdefghij', /secret/],
    ['AIzaSy12345-Abcdefghijabcdef', /secret/],
    ['file:///etc/passwd', /file:/],
    ['javascript:alert(1)', /javascript:/],
    ['http://x.example', /unencrypted/],
    ['http://127.0.0.1.x.example', /unencrypted/],
    ['no address', /isn’t a valid URL/],
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

  it('takes http to this machine', async () => {
    const { auth, prompts, connections } = setUpManaging();
    prompts.answer('No authentication', 'http://127.0.0.1:8080', 'Mine');
    await addConnection(auth);
    assert.deepEqual(prompts.problems, []);
    assert.equal(connections.active?.endpoint, 'http://127.0.0.1:8080');
  });

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

  it('numbers its questions, goes back, and keeps what was answered', async () => {
    const { auth, prompts, connections, wishes, steps } = setUpManaging();
    prompts.answer('Account', 'Custom Endpoint…', ELSEWHERE, 'p', `${BACK}Wo`, BACK);
    // Where the file of a client is chosen nothing is shown in this test, so that the address comes next.
    prompts.answer(ELSEWHERE, 'q', 'Work');
    await addConnection(auth, steps);
    assert.deepEqual(
      prompts.asked.map(({ place, value }) => [place?.step?.join('/'), value]),
      [
        ['1/4', undefined],
        ['2/5', undefined],
        ['3/6', undefined],
        ['5/6', 'client-project'],
        ['6/6', 'gateway.example:8443'],
        ['5/6', 'p'],
        ['3/6', ELSEWHERE],
        ['5/6', 'p'],
        ['6/6', 'Wo'],
      ],
    );
    assert.equal(wishes.length, 1);
    assert.equal(connections.active?.project, 'q');
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
    ['123456789', true],
    ['example.com:my-project', true],
    ['My Project', false],
    ['a\r\nx-evil: 1', false],
    ['projekt-ü', false],
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
