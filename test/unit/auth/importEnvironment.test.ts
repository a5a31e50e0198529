import assert from 'node:assert/strict';
import { importEnvironment } from '../../../src/auth/addApiKey';
import { AppError } from '../../../src/base/errors';
import { ENDPOINT, setUpFlow, works } from './setup';

const KEY = 'AIza-of-the-environment';
const OTHER = 'AIza-of-another-variable';
const GATEWAY = 'https://gateway.example:8443';

type Values = { readonly [name: string]: string | undefined };

function setUp(
  values: Values,
  check: Parameters<typeof setUpFlow>[0] = works,
  settings: Parameters<typeof setUpFlow>[1] = {},
) {
  const deps = setUpFlow(check, settings);
  const reads: string[] = [];
  const environment = (): Values =>
    new Proxy(values, {
      get: (all, name) => {
        reads.push(String(name));
        return all[String(name)];
      },
      ownKeys: () => assert.fail('The whole environment was listed.'),
    });
  const onSecret = (secret: string): void => void deps.seen.push(secret);
  const run = (): Promise<void> => importEnvironment({ ...deps.flow, environment, onSecret });
  const told = (): string => JSON.stringify([deps.prompts.asked, deps.titles]);
  return { ...deps, reads, run, told };
}

describe('importing an API key from the environment', () => {
  it('checks the key of the chosen variable and keeps it as a new connection', async () => {
    const { run, prompts, connections, settings, vault, checked, told } = setUp({
      GEMINI_API_KEY: OTHER,
      PALM_API_KEY: KEY,
    });
    prompts.answer('PALM_API_KEY');
    await run();
    assert.deepEqual(prompts.asked[0]?.choices, ['GEMINI_API_KEY', 'PALM_API_KEY']);
    assert.deepEqual(checked, [`${ENDPOINT} ${KEY}`]);
    assert.deepEqual(connections.active, {
      id: 'new00001',
      name: 'Gemini API',
      endpoint: ENDPOINT,
      auth: 'apiKey',
    });
    assert.equal(settings.read('activeConnection'), 'new00001');
    assert.deepEqual(await vault.read('new00001'), { origin: ENDPOINT, key: KEY });
    const { kind, text } = prompts.asked.at(-1) ?? {};
    assert.equal(kind, 'notify');
    assert.match(text ?? '', /If the variable changes, import the key again\./);
    assert.doesNotMatch(told() + JSON.stringify(settings.read('connections')), /AIza/);
  });

  for (const values of [
    { GOOGLE_API_KEY: KEY },
    { GEMINI_API_KEY: KEY, GOOGLE_API_KEY: ` ${KEY}` },
  ]) {
    it(`asks for none of them where there is one key: ${Object.keys(values).join()}`, async () => {
      const { run, prompts, checked, connections } = setUp(values);
      await run();
      assert.deepEqual(
        prompts.asked.map(({ kind }) => kind),
        ['notify'],
      );
      assert.deepEqual(checked, [`${ENDPOINT} ${KEY}`]);
      assert.equal(connections.active?.name, 'Gemini API');
    });
  }

  for (const values of [{ GOOGLE_API_KEY: ' \n' }, { API_KEY: KEY }]) {
    it(`says what was looked for where none is set: ${Object.keys(values).join(', ') || 'nothing'}`, async () => {
      const { run, prompts, secrets, settings } = setUp(values);
      await run();
      assert.equal(prompts.asked.length, 1);
      const { kind, text = '' } = prompts.asked[0] ?? {};
      assert.equal(kind, 'notify');
      for (const name of ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY']) {
        assert.ok(text.includes(name), name);
      }
      assert.match(text, /\. VS Code only sees variables from the shell that started it\. In/);
      assert.equal(secrets.stored.size, 0);
      assert.equal(settings.read('connections'), undefined);
    });
  }

  it('reads only the variables that it names, and tells none of them to the log', async () => {
    const { run, prompts, reads, seen } = setUp({ GEMINI_API_KEY: KEY, GOOGLE_API_KEY: OTHER });
    prompts.answer('GEMINI_API_KEY');
    await run();
    const asked = prompts.asked.flatMap(({ choices }) => choices);
    assert.ok(asked.every((name) => reads.includes(name)));
    assert.deepEqual([...new Set(reads)].sort(), [
      'GEMINI_API_KEY',
      'GOOGLE_AI_API_KEY',
      'GOOGLE_API_KEY',
      'GOOGLE_GEMINI_BASE_URL',
      'GOOGLE_GENAI_API_KEY',
      'GOOGLE_GENERATIVE_AI_API_KEY',
      'PALM_API_KEY',
    ]);
    // Before anything was asked or sent, also those that were not chosen.
    assert.deepEqual(seen.slice(0, 2), [KEY, OTHER]);
  });

  for (const key of ['schlüssel']) {
    it(`refuses ${JSON.stringify(key)} without showing it`, async () => {
      const { run, checked, secrets, told } = setUp({ GEMINI_API_KEY: key });
      await assert.rejects(run(), (error) => {
        assert.ok(error instanceof AppError);
        assert.equal(error.reason, 'badKey');
        assert.match(
          error.message,
          /^The value of GEMINI_API_KEY can’t be used as an API key: it /,
        );
        assert.ok(!(error.message + (error.hint ?? '')).includes(key));
        return true;
      });
      assert.ok(!told().includes(JSON.stringify(key).slice(1, -1)));
      assert.deepEqual(checked, []);
      assert.equal(secrets.stored.size, 0);
    });
  }

  describe('where GOOGLE_GEMINI_BASE_URL names another address', () => {
    const values = { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: `${GATEWAY}/` };

    it('names its host before anything is sent there', async () => {
      const { run, prompts, checked, vault, connections } = setUp(values);
      prompts.answer('Send to gateway.example:8443');
      await run();
      const question = prompts.asked[0];
      assert.equal(question?.kind, 'confirm');
      assert.match(
        question.text,
        /^Send the API key to gateway\.example:8443, as set in GOOGLE_GEMINI_BASE_URL\?/,
      );
      assert.deepEqual(checked, [`${GATEWAY} ${KEY}`]);
      assert.equal((await vault.read('new00001'))?.origin, GATEWAY);
      assert.equal(connections.active?.endpoint, GATEWAY);
    });

    it('sends nothing when the question is dismissed', async () => {
      const { run, prompts, checked, secrets } = setUp(values);
      prompts.answer(undefined);
      await run();
      assert.deepEqual(checked, []);
      assert.equal(secrets.stored.size, 0);
    });

    for (const address of [
      'http://gateway.example',
      'https://ada:canary-password@gateway.example',
      'https://gateway.example/?key=canary-password',
    ]) {
      it(`offers only Google’s own for ${address}`, async () => {
        const { run, prompts, checked, told } = setUp({
          ...values,
          GOOGLE_GEMINI_BASE_URL: address,
        });
        prompts.answer('Send to generativelanguage.googleapis.com');
        await run();
        assert.deepEqual(prompts.asked[0]?.choices, ['Send to generativelanguage.googleapis.com']);
        assert.match(prompts.asked[0].text, /GOOGLE_GEMINI_BASE_URL can’t be used/);
        assert.doesNotMatch(told(), /canary/);
        assert.deepEqual(checked, [`${ENDPOINT} ${KEY}`]);
      });
    }
  });
});
