import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { FakeClock } from '../../fakes/clock';
import { ask, control, generate, json, useEmulator } from './wire';

const models = '/v1beta/models';

describe('emulator: faults on demand', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const user = (): { readonly [name: string]: string } => ({
    authorization: `Bearer ${emulator().accessToken}`,
  });

  async function next(fault: object): Promise<void> {
    await control(emulator(), 'POST', 'faults', fault);
  }

  afterEach(() => control(emulator(), 'DELETE', 'faults'));

  it('answers as for an expired token, in the words for the operation', async () => {
    await next({ kind: 'expired-token', operation: 'corpora.list' });
    const answer = await ask(emulator(), '/v1beta/corpora', { headers: user() });
    assert.equal(answer.status, 401);
    assert.match(answer.text, /ACCESS_TOKEN_EXPIRED/);
    assert.match(answer.text, /RetrieverService\.ListCorpora/);
    assert.equal((await ask(emulator(), '/v1beta/corpora', { headers: user() })).status, 200);
  });

  it('cuts an answer after so many bytes, and lets a shorter one be', async () => {
    const whole = (await ask(emulator(), models)).text;
    for (const at of [1, 100, Buffer.byteLength(whole) - 1]) {
      await next({ kind: 'reset', at });
      const cut = await ask(emulator(), models);
      assert.equal(cut.broken, true);
      assert.equal(cut.text, whole.slice(0, at));
    }
    await next({ kind: 'reset', at: 1_000_000 });
    assert.deepEqual((await ask(emulator(), models)).text, whole);
    const { entries } = await control(emulator(), 'GET', 'log');
    const resets = (entries as readonly JsonObject[]).slice(-4).map(({ reset }) => reset === true);
    assert.deepEqual(resets, [true, true, true, false]);
  });

  it('leaves out why an answer ended', async () => {
    await next({ kind: 'no-finish' });
    const { candidates } = await generate(emulator(), 'Hello');
    assert.ok(candidates?.[0]?.content);
    assert.equal(candidates[0].finishReason, undefined);
  });

  it('does what was asked, and loses the answer', async () => {
    await next({ kind: 'lost-answer', operation: 'corpora.create' });
    const create = ask(emulator(), '/v1beta/corpora', {
      body: { name: 'corpora/lost' },
      headers: user(),
    });
    await assert.rejects(create, /ECONNRESET|socket hang up/);
    const found = await ask(emulator(), '/v1beta/corpora/lost', { headers: user() });
    assert.equal(found.status, 200);
  });

  it('hides what is new for a while: not found, not listed, no parent, and yet taken', async () => {
    const send = (path: string, sent?: object): ReturnType<typeof ask> =>
      ask(emulator(), `/v1beta/${path}`, { headers: user(), ...(sent ? { body: sent } : {}) });
    await next({ kind: 'unseen', seconds: 30, operation: 'corpora.create' });
    assert.equal((await send('corpora', { name: 'corpora/new' })).status, 200);
    assert.equal((await send('corpora/new')).status, 403);
    assert.equal((await send('corpora/new/documents', {})).status, 403);
    assert.doesNotMatch((await send('corpora?pageSize=1')).text, /corpora\/new/);
    assert.equal((await send('corpora', { name: 'corpora/new' })).status, 409);
    await control(emulator(), 'POST', 'clock', { advanceSeconds: 30 });
    assert.equal((await send('corpora/new')).status, 200);
    assert.equal((await send('corpora/new/documents', {})).status, 200);
    await next({ kind: 'unseen', operation: 'corpora.documents.create' });
    const made = await send('corpora/new/documents', { name: 'corpora/new/documents/late' });
    assert.equal(made.status, 200);
    assert.equal((await send('corpora/new/documents/late')).status, 404);
    assert.doesNotMatch((await send('corpora/new/documents')).text, /late/);
  });

  it('waits from the start where the options say so', async () => {
    const faults = [{ kind: 'status', status: 500, operation: 'models.list' }];
    const other: Emulator = await startEmulator({ faults });
    try {
      assert.equal((await ask(other, models)).status, 500);
      assert.ok(await json(other, models));
    } finally {
      await other.close();
    }
  });
});
