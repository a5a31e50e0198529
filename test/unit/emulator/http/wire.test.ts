import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { user } from '../asking';
import { ask, errorOf, json, useEmulator } from '../wire';

describe('emulator: fields=', () => {
  const emulator = useEmulator();
  const older = useEmulator({ profile: '2024' });
  const get = (path: string, fields: string): Promise<JsonObject> =>
    json(
      emulator(),
      // All of a list, so that there is no token of a next page.
      `/v1beta/${path}?${path === 'models' ? 'pageSize=1000&' : ''}fields=${encodeURIComponent(fields)}`,
    );

  it('leaves the named ones', async () => {
    assert.deepEqual(await get('models/emulator-flash', 'name,topK'), {
      name: 'models/emulator-flash',
      topK: 40,
    });
    assert.deepEqual(await get('models/emulator-flash', 'top_k'), { topK: 40 });
    assert.deepEqual(await get('models/emulator-flash', 'thinking'), {});
  });

  it('goes into lists and messages, by paths and groups', async () => {
    const { models } = await get('models', 'models(name,version),models/topP');
    assert.deepEqual((models as JsonObject[])[0], {
      name: 'models/emulator-flash',
      version: '001',
      topP: 0.95,
    });
    assert.deepEqual(
      await get('models', '*'),
      await json(emulator(), '/v1beta/models?pageSize=1000'),
    );
  });

  it('refuses what it cannot read, what there is not, and what the version has not', async () => {
    for (const mask of ['nope', 'models/nope', 'models(name', 'a,,b', '(('.repeat(3000)]) {
      const path = `/v1beta/models?fields=${encodeURIComponent(mask)}`;
      const answer = await ask(emulator(), path);
      assert.equal(answer.status, 400, mask);
      assert.match(errorOf(answer).message, /^Error expanding 'fields' parameter\./);
    }
    const beta = '/models/emulator-flash:generateContent?fields=candidates/groundingAttributions';
    const body = { contents: [user('Hi')] };
    assert.equal((await ask(emulator(), `/v1beta${beta}`, { body })).status, 200);
    assert.equal((await ask(emulator(), `/v1${beta}`, { body })).status, 200);
    assert.equal((await ask(older(), `/v1${beta}`, { body })).status, 400);
  });
});

describe('emulator: lenient JSON', () => {
  const emulator = useEmulator();
  const path = '/v1beta/models/emulator-flash:generateContent';
  const answer = async (raw: string): Promise<string> => {
    const got = await ask(emulator(), path, { raw });
    assert.equal(got.status, 200, got.text);
    return got.text;
  };

  it('is read as what it means', async () => {
    const strict = await answer('{"contents":[{"parts":[{"text":"It\'s \\"é\\" \\n\\u6f22"}]}]}');
    for (const raw of [
      '{contents:[{parts:[{text:"It\'s \\"é\\" \\n\\u6f22"}]}]}',
      "{'contents': [{'parts': [{'text': 'It\\'s \"é\" \\n\\u6f22'}]}]}",
      '{"contents":[{"parts":[{"text":"It\'s \\"é\\" \\n漢",},],},],}',
      '\n{ contents : [ { parts : [ { "text" : "It\'s \\"é\\" \\n漢" } , ] } ] , }\n',
    ]) {
      assert.equal(await answer(raw), strict, raw);
    }
    await answer("{contents:[{parts:[{text:'x'}]}],generationConfig:{topP:0.5e0,}}");
  });
});
