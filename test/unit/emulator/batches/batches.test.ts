import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { ask, errorOf, generate, json, useEmulator } from '../wire';
import { asking, Batches, HOUR, inlined, SECOND, stateOf } from './batchRequests';

describe('emulator: batches', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock, batchSpeed: 2 });
  const batches = new Batches(emulator);

  async function refusal(batch: JsonObject, model = 'emulator-flash'): Promise<string> {
    const path = `/v1beta/models/${model}:batchGenerateContent`;
    const answer = await ask(emulator(), path, { body: { batch } });
    assert.equal(answer.status >= 400, true, answer.text);
    return `${answer.status} ${errorOf(answer).message}`;
  }

  it('wait, run at their pace, and end with the answers that the same requests get alone', async () => {
    const texts = ['When is high tide?', 'And low?', 'Who keeps the light?'];
    const made = await batches.inline(texts.map((text, index) => asking(text, `k${index}`)));
    const { name, metadata } = made;
    assert.match(name, /^batches\/[a-z0-9]{36}$/);
    assert.deepEqual([metadata.model, metadata.name], ['models/emulator-flash', name]);
    assert.deepEqual(stateOf(made), ['PENDING', '3', '3', '-', '-']);
    clock.advance(2 * SECOND);
    assert.deepEqual(stateOf(await batches.get(name)), ['RUNNING', '3', '3', '-', '-']);
    clock.advance(SECOND);
    const halfway = await batches.get(name);
    assert.deepEqual(stateOf(halfway), ['RUNNING', '3', '1', '2', '-']);
    assert.equal(halfway.metadata.output ?? halfway.response ?? halfway.done, undefined);
    clock.advance(SECOND);
    const ended = await batches.get(name);
    assert.deepEqual(stateOf(ended), ['SUCCEEDED', '3', '-', '3', '-']);
    assert.equal(ended.done, true);
    const start = Date.parse(metadata.createTime ?? '');
    assert.equal(Date.parse(ended.metadata.endTime ?? '') - start, 3.5 * SECOND);
    const answers = inlined(ended);
    assert.deepEqual(
      answers.map(({ metadata: back }) => back),
      [{ key: 'k0' }, { key: 'k1' }, { key: 'k2' }],
    );
    for (const [index, text] of texts.entries()) {
      assert.deepEqual(answers[index]?.response, await generate(emulator(), text));
    }
    assert.deepEqual(await batches.get(name), ended);
  });

  it('keep what they have when they are cancelled, and have nothing before they began', async () => {
    const waiting = await batches.inline([asking('One')]);
    await batches.cancel(waiting.name);
    const never = await batches.get(waiting.name);
    assert.deepEqual(stateOf(never), ['CANCELLED', '1', '1', '-', '-']);
    assert.deepEqual([never.done, never.error?.code, never.response], [true, 13, undefined]);
    const running = await batches.inline(['a', 'b', 'c', 'd'].map((text) => asking(text, text)));
    clock.advance(3 * SECOND);
    await batches.cancel(running.name);
    clock.advance(HOUR);
    const cut = await batches.get(running.name);
    assert.deepEqual(stateOf(cut), ['CANCELLED', '4', '-', '2', '2']);
    const answers = inlined(cut);
    assert.deepEqual(
      answers.map(({ metadata, error, response }) => [metadata?.key, error?.code, !!response]),
      [
        ['a', undefined, true],
        ['b', undefined, true],
        ['c', 1, false],
        ['d', 1, false],
      ],
    );
    // Of what is over it changes nothing.
    await batches.cancel(running.name);
    assert.deepEqual(await batches.get(running.name), cut);
  });

  it('fail as a whole, stand still and expire where their names ask for that', async () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((text) => asking(text));
    const failing = await batches.inline(five, 'Gulls [[fail-batch]]');
    const still = await batches.inline(five, 'Herons [[slow-batch:0]]');
    clock.advance(5 * SECOND);
    const failed = await batches.get(failing.name);
    assert.deepEqual(stateOf(failed), ['FAILED', '5', '3', '2', '-']);
    assert.deepEqual([failed.done, failed.error?.code, failed.response], [true, 13, undefined]);
    assert.equal(failed.metadata.output, undefined);
    assert.deepEqual(stateOf(await batches.get(still.name)), ['RUNNING', '5', '5', '-', '-']);
    clock.advance(48 * HOUR);
    const expired = await batches.get(still.name);
    assert.deepEqual(stateOf(expired), ['EXPIRED', '5', '5', '-', '-']);
    assert.deepEqual([expired.done, expired.error?.code, expired.response], [true, 4, undefined]);
  });

  it('are refused where there is nothing to do, or nobody to do it', async () => {
    assert.equal(
      await refusal({ displayName: 'x', inputConfig: {} }),
      "400 * InputConfig.source: required oneof field 'source' must have one initialized field\n",
    );
    assert.match(
      await refusal({ displayName: 'x', inputConfig: { fileName: 'files/none' } }),
      /^403 You do not have permission to access the File none/,
    );
    const inputConfig = { requests: { requests: [asking('Hi')] } };
    assert.match(await refusal({ displayName: 'x', inputConfig }, 'none'), /^404 /);
  });
});

describe('emulator: batches of a project', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock, seed: 'empty' });
  const batches = new Batches(emulator, 'v1');

  it('are listed in pages without their answers, changed, deleted, and 100 at once', async () => {
    const first = await batches.inline([asking('Hi')]);
    clock.advance(HOUR);
    const names = [first.name];
    for (let index = 0; index < 100; index++) {
      names.push((await batches.inline([asking('Hi')], 'Slow [[slow-batch:0]]')).name);
    }
    const body = {
      batch: { displayName: 'One more', inputConfig: { requests: { requests: [asking('Hi')] } } },
    };
    const path = '/v1/models/emulator-flash:batchGenerateContent';
    const refused = await ask(emulator(), path, { body });
    assert.deepEqual([refused.status, errorOf(refused).status], [429, 'RESOURCE_EXHAUSTED']);

    const listed: string[] = [];
    let pageToken = '';
    do {
      const page = await json(emulator(), `/v1/batches?pageSize=40&pageToken=${pageToken}`);
      listed.push(
        ...(page.operations as readonly { readonly name: string }[]).map((one) => one.name),
      );
      pageToken = typeof page.nextPageToken === 'string' ? page.nextPageToken : '';
    } while (pageToken !== '');
    assert.deepEqual(listed, names);
    const over = await json(emulator(), '/v1/batches?filter=done%3Dtrue');
    const [only] = over.operations as unknown as readonly (typeof first)[];
    assert.deepEqual(
      [only?.name, only?.metadata.output, only?.response],
      [first.name, undefined, undefined],
    );
    assert.equal(only?.done, true);

    const change = await ask(
      emulator(),
      `/v1/${names[1]}:updateGenerateContentBatch?updateMask=displayName`,
      {
        method: 'PATCH',
        body: { displayName: 'Slower' },
      },
    );
    assert.equal(change.status, 200, change.text);
    assert.equal((await batches.get(names[1] ?? '')).metadata.displayName, 'Slower');
    const deleted = await ask(emulator(), `/v1/${names[1]}`, { method: 'DELETE' });
    assert.deepEqual(JSON.parse(deleted.text), {});
    assert.equal((await ask(emulator(), `/v1/${names[1]}`)).status, 404);
    assert.equal((await ask(emulator(), path, { body })).status, 200);
  });
});
