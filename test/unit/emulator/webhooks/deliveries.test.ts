import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { control, json, useEmulator } from '../wire';
import { Hooks } from './hooks';
import { type Received, useReceiver } from './receiver';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** Whether a message was signed with a secret, as the documents say it is checked. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signed } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${String(id)}.${String(time)}.${body}`;
  const right = createHmac('sha256', key).update(text).digest('base64');
  return String(signed).split(' ').includes(`v1,${right}`);
}

describe('emulator: deliveries of webhooks', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock, seed: 'empty' });
  const hooks = new Hooks(emulator);
  const receiver = useReceiver();
  const only = (): Received => {
    assert.equal(receiver.received.length, 1);
    return receiver.received[0] as Received;
  };
  afterEach(() => control(emulator(), 'POST', 'reset', {}));

  it('send a ping, signed with the secret', async () => {
    const { id, new_signing_secret: secret } = await hooks.create(receiver.uri, ['batch.failed']);
    await hooks.ping(id);
    const delivery = await hooks.delivery(({ state }) => state === 'sent');
    const { headers, body } = only();
    assert.deepEqual(JSON.parse(body), {
      type: 'ping',
      version: 'v1',
      data: { id },
      timestamp: new Date(clock.now()).toISOString().replace('Z', '000Z'),
    });
    assert.equal(headers['webhook-timestamp'], String(clock.now() / 1000));
    assert.equal(headers['webhook-id'], delivery.id);
    assert.equal(headers['content-type'], 'application/json');
    assert.ok(isSigned(only(), String(secret)));
    assert.deepEqual([delivery.uri, delivery.attempts, delivery.status], [receiver.uri, 1, 200]);
    assert.ok(!JSON.stringify(await hooks.deliveries()).includes(String(secret)));
  });

  it('tell of interactions in the background, of what is subscribed only', async () => {
    await hooks.create(receiver.uri, ['interaction.completed', 'interaction.failed']);
    const interact = (input: string, more: JsonObject = {}): Promise<JsonObject> =>
      json(emulator(), '/v1/interactions', {
        model: 'emulator-flash',
        input,
        background: true,
        ...more,
      });
    const made = await interact('Why is the sea salty?');
    await interact('[[status:failed]]');
    const tools = [{ type: 'function', name: 'pay' }];
    await interact('[[call:pay]]', { tools });
    assert.deepEqual(await hooks.deliveries(), []);
    clock.advance(HOUR);
    await hooks.delivery(() => receiver.received.length === 2);
    const told = receiver.received.map(({ body }) => JSON.parse(body) as JsonObject);
    const completed = told.find(({ type }) => type === 'interaction.completed');
    assert.deepEqual(completed?.data, { id: made.id });
    const failed = told.find(({ type }) => type === 'interaction.failed');
    assert.equal((failed?.data as JsonObject).error_code, 'api_error');
    const { updated } = await json(emulator(), `/v1/interactions/${String(made.id)}`);
    assert.equal(completed.timestamp, updated);
  });

  it('tell of batches and videos', async () => {
    await hooks.create(receiver.uri, ['batch.succeeded', 'batch.failed', 'video.generated']);
    const requests = [{ request: { contents: [{ parts: [{ text: 'Hi' }] }] } }];
    const begin = async (displayName: string): Promise<string> => {
      const batch = { displayName, inputConfig: { requests: { requests } } };
      const path = '/v1beta/models/emulator-flash:batchGenerateContent';
      return String((await json(emulator(), path, { batch })).name);
    };
    const told = async (type: string): Promise<JsonObject> => {
      const { body } = await hooks.delivery((one) => one.type === type);
      return (JSON.parse(String(body)) as { data: JsonObject }).data;
    };
    const first = await begin('Letters');
    clock.advance(HOUR);
    assert.deepEqual(await told('batch.succeeded'), { id: first });
    const second = await begin('[[fail-batch]]');
    clock.advance(HOUR);
    const failed = await told('batch.failed');
    assert.deepEqual([failed.id, failed.error_code], [second, 'api_error']);
    const path = '/v1beta/models/emulator-media:predictLongRunning';
    const { name } = await json(emulator(), path, { instances: [{ prompt: 'A pier' }] });
    clock.advance(HOUR);
    const video = await told('video.generated');
    assert.equal(video.id, name);
    assert.match(String(video.output_file_uri), /\/v1beta\/files\/\w+:download\?alt=media$/);
  });

  it('go to this machine only', async () => {
    const { id } = await hooks.create('https://hooks.example/gemini', ['batch.failed']);
    await hooks.ping(id);
    const delivery = await hooks.delivery(({ state }) => state !== 'waiting');
    assert.equal(delivery.state, 'refused');
    assert.match(String(delivery.problem), /only to this machine/);
    assert.deepEqual([delivery.status, (await hooks.get(id)).state], [undefined, 'enabled']);
  });

  it('are tried again with longer and longer waits, with the same id', async () => {
    const { id } = await hooks.create(receiver.uri, ['batch.failed']);
    receiver.status = 503;
    await hooks.ping(id);
    for (const [index, wait] of [5, 10, 20, 40].entries()) {
      const attempts = index + 1;
      const { state, status, next } = await hooks.delivery(
        (one) => one.attempts === attempts && one.status === 503,
      );
      assert.deepEqual([state, status], ['waiting', 503]);
      assert.equal(Date.parse(String(next)) - clock.now(), wait * SECOND);
      receiver.status = attempts === 4 ? 204 : 503;
      clock.advance(wait * SECOND - 1);
      assert.equal(receiver.received.length, attempts);
      clock.advance(1);
      await hooks.delivery(() => receiver.received.length === attempts + 1);
    }
    const delivery = await hooks.delivery(({ state }) => state === 'sent');
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([...new Set(ids)], [delivery.id]);
    const times = receiver.received.map(({ headers }) => headers['webhook-timestamp']);
    assert.equal(new Set(times).size, 5);
  });

  it('are given up after a day, which switches the webhook off when it happens again and again', async () => {
    const { id } = await hooks.create(receiver.uri, ['batch.failed']);
    receiver.status = 500;
    for (let time = 0; time < 3; time += 1) {
      assert.equal((await hooks.get(id)).state, 'enabled');
      await hooks.ping(id);
      await hooks.delivery(({ status, state }) => status === 500 && state === 'waiting');
      clock.advance(25 * HOUR);
      await hooks.delivery(({ state }) => state === 'failed');
    }
    assert.equal((await hooks.get(id)).state, 'disabled_due_to_failed_deliveries');
    await hooks.ping(id);
    const [waiting] = await hooks.deliveries();
    assert.deepEqual([waiting?.state, waiting?.attempts], ['waiting', 0]);
    receiver.status = 200;
    await hooks.change(id, { state: 'enabled' });
    await hooks.delivery(({ state }) => state === 'sent');
  });

  it('are sent once more when the controller wants it', async () => {
    const { id } = await hooks.create(receiver.uri, ['batch.failed']);
    await hooks.ping(id);
    const { id: delivery } = await hooks.delivery(({ state }) => state === 'sent');
    await control(emulator(), 'POST', 'deliveries', { id: delivery });
    await hooks.delivery(() => receiver.received.length === 2);
    const [first, second] = receiver.received;
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  });
});
