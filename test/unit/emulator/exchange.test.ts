import assert from 'node:assert/strict';
import { ask, errorOf, json, useEmulator } from './wire';

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
describe('emulator: operations', () => {
  const emulator = useEmulator();

  it('answers unknown paths and wrong verbs with an empty 404', async () => {
    for (const path of ['/', '/v2/models', '/v1beta/nothing', '/v1beta/models/%zz']) {
      const answer = await ask(emulator(), path);
      assert.deepEqual([answer.status, answer.text], [404, ''], path);
    }
    const put = await ask(emulator(), '/v1beta/models', { method: 'PUT', body: {} });
    assert.deepEqual([put.status, put.text], [404, '']);
  });

  it('counts tokens of contents and of whole requests', async () => {
    const path = '/v1beta/models/emulator-flash:countTokens';
    const plain = await json(emulator(), path, { contents });
    assert.deepEqual(plain, {
      totalTokens: 1,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 1 }],
    });
    const image = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
    const whole = await json(emulator(), path, {
      generateContentRequest: {
        model: 'models/emulator-flash',
        systemInstruction: { parts: [{ text: 'Be kind' }] },
        contents: [{ parts: [{ text: 'Hello' }, image] }],
      },
    });
    assert.deepEqual(whole, {
      totalTokens: 261,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 3 },
        { modality: 'IMAGE', tokenCount: 258 },
      ],
    });
    const none = await ask(emulator(), path, { body: {} });
    assert.equal(
      errorOf(none).message,
      '* CountTokensRequest.contents: contents is not specified\n',
    );
  });

  it('writes what a version has, and leaves defaults out', async () => {
    const model = await json(emulator(), '/v1beta/models/emulator-pro');
    assert.equal(model.thinking, true);
    const plain = await json(emulator(), '/v1/models/emulator-flash');
    assert.equal('thinking' in plain, false);
    const empty = await ask(emulator(), '/v1beta3/models?prettyPrint=false');
    assert.match(empty.text, /^\{"models":\[\{"name":"models\/emulator-text-001"/);
    assert.match((await ask(emulator(), '/v1/models')).text, /^\{\n {2}"models": \[\n {4}\{/);
  });
});

describe('emulator: models.list', () => {
  const emulator = useEmulator({ seed: 'empty', models: 2500 });

  it('pages through 2,500 models, each once and in order', async () => {
    const names: string[] = [];
    const sizes: number[] = [];
    let token = '';
    do {
      const query = `pageSize=300${token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`}`;
      const page = (await json(emulator(), `/v1beta/models?${query}`)) as {
        models: { name: string }[];
        nextPageToken?: string;
      };
      names.push(...page.models.map((model) => model.name));
      sizes.push(page.models.length);
      token = page.nextPageToken ?? '';
    } while (token !== '');
    assert.deepEqual(new Set(sizes.slice(0, -1)), new Set([300]));
    assert.equal(new Set(names).size, names.length);
    const numbered = names.filter((name) => name.startsWith('models/numbered-'));
    assert.equal(numbered.length, 2500);
    assert.deepEqual(numbered, [...numbered].sort());
    // After those that are always there.
    assert.deepEqual(names.slice(-2500), numbered);
  });

  it('takes 50 by default, clamps to 1,000, and takes names in snake case', async () => {
    const size = async (query: string): Promise<number> =>
      ((await json(emulator(), `/v1beta/models${query}`)).models as unknown[]).length;
    assert.equal(await size(''), 50);
    assert.equal(await size('?pageSize=0'), 50);
    assert.equal(await size('?pageSize=5000'), 1000);
    assert.equal(await size('?page_size=7'), 7);
  });

  it('refuses bad sizes, bad tokens and tokens of another list', async () => {
    const refused = async (path: string): Promise<string> => {
      const answer = await ask(emulator(), path);
      assert.equal(answer.status, 400, answer.text);
      return errorOf(answer).message;
    };
    assert.match(await refused('/v1beta/models?pageSize=-1'), /page_size/);
    assert.match(await refused('/v1beta/models?pageToken=nonsense'), /token/i);
    const { nextPageToken } = await json(emulator(), '/v1beta/models');
    assert.match(await refused(`/v1/models?pageToken=${nextPageToken as string}`), /token/i);
  });
});
