import assert from 'node:assert/strict';
import type { Message } from '../../../src/api/schema/infer';
import { FakeClock } from '../../fakes/clock';
import { usageOf, user } from './asking';
import { ask, errorOf, generate, type Generated, json, useEmulator } from './wire';

type CachedContent = Message<'CachedContent'>;

const LIST = '/v1beta/cachedContents';
const MODEL = 'models/emulator-flash';
const CONTENTS = [user('tide '.repeat(1200))];
const MINUTE = 60_000;

describe('emulator: cached contents', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });

  async function create(more: object = {}): Promise<CachedContent> {
    return await json(emulator(), LIST, { model: MODEL, contents: CONTENTS, ...more });
  }

  async function refusal(more: object): Promise<string> {
    const body = { model: MODEL, contents: CONTENTS, ...more };
    const answer = await ask(emulator(), LIST, { body });
    assert.notEqual(answer.status, 200, answer.text);
    return errorOf(answer).message;
  }

  const patch = (name = '', body: object = {}, query = '') =>
    ask(emulator(), `/v1beta/${name}${query}`, { method: 'PATCH', body });

  it('tell their size and end, and nothing of what is in them', async () => {
    const made = await create({ displayName: 'Tides', systemInstruction: user('Be brief.') });
    assert.match(made.name ?? '', /^cachedContents\/[a-z0-9]{12}$/);
    assert.ok((made.usageMetadata?.totalTokenCount ?? 0) > 1200);
    assert.equal(
      Date.parse(made.expireTime ?? '') - Date.parse(made.createTime ?? ''),
      60 * MINUTE,
    );
    assert.deepEqual(Object.keys(made).sort(), [
      'createTime',
      'displayName',
      'expireTime',
      'model',
      'name',
      'updateTime',
      'usageMetadata',
    ]);
    assert.deepEqual(await json(emulator(), `/v1beta/${made.name}`), made);
  });

  it('are kept longer, with a mask and without, and change in nothing else', async () => {
    const { name, createTime } = await create({ ttl: '60s' });
    const longer = await patch(name, { ttl: '7200s' }, '?updateMask=ttl');
    const { expireTime = '' } = JSON.parse(longer.text) as CachedContent;
    assert.ok(Date.parse(expireTime) > Date.parse(createTime ?? '') + 100 * MINUTE);
    const end = '2099-01-01T00:00:00Z';
    const exact = JSON.parse((await patch(name, { expireTime: end })).text) as CachedContent;
    assert.equal(Date.parse(exact.expireTime ?? ''), Date.parse(end));
    const other = await patch(name, { displayName: 'Other' }, '?updateMask=displayName');
    assert.equal(other.status, 400);
    const past = await patch(name, { expireTime: '2001-01-01T00:00:00Z' });
    assert.equal(past.status, 400);
    const both = await patch(name, { ttl: '60s', expireTime: end });
    assert.match(errorOf(both).message, /oneof field 'expiration' is already set/);
  });

  it('count in the usage of an answer, and are bound to their model', async () => {
    const { name = '', usageMetadata } = await create();
    const body = { cachedContent: name, contents: [user('Hi')] };
    const usage = usageOf((await generate(emulator(), body)) as Generated);
    assert.equal(usage.cachedContentTokenCount, usageMetadata?.totalTokenCount);
    const path = '/v1beta/models/emulator-pro:generateContent';
    const other = await ask(emulator(), path, { body });
    assert.equal(other.status, 400);
    assert.match(errorOf(other).message, /has to be the same\.$/);
  });

  it('are refused where they are small, named too long, or of a model that caches nothing', async () => {
    assert.match(
      await refusal({ contents: [user('Hi')] }),
      /^Cached content is too small\. total_token_count=1, min_total_token_count=1024$/,
    );
    assert.match(await refusal({ displayName: 'x'.repeat(129) }), /at most 128 characters/);
    assert.match(
      await refusal({ model: 'models/emulator-embedding' }),
      /not supported for createCachedContent/,
    );
  });
});
