import assert from 'node:assert/strict';
import { FakeClock } from '../../fakes/clock';
import type { JsonObject } from '../../../src/api/schema/row';
import { items } from '../../../src/base/json';
import { contentOf, type LiveClient, said, setupOf, textOf, useLive } from './liveClient';

const parameters = { type: 'OBJECT', properties: { city: { type: 'STRING' } } };

/** A session whose model knows two functions. */
function withTools(behavior: string, more: JsonObject = {}): JsonObject {
  const functionDeclarations = ['forecast', 'tide_table'].map((name) => ({
    name,
    description: 'Of a city.',
    parameters,
    behavior,
  }));
  return setupOf({ tools: [{ functionDeclarations }], ...more });
}

interface Called {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

/** The calls of the message that has them, which is the next one. */
async function calls(client: LiveClient): Promise<readonly Called[]> {
  const { toolCall } = await client.next();
  return items((toolCall as JsonObject | undefined)?.functionCalls) as unknown as readonly Called[];
}

const result = (called: Called, response: JsonObject, more: JsonObject = {}): JsonObject => ({
  id: called.id,
  name: called.name,
  response,
  ...more,
});

const results = (...functionResponses: readonly JsonObject[]): JsonObject => ({
  toolResponse: { functionResponses },
});

describe('live sessions: functions that the model waits for', () => {
  const live = useLive();

  it('are called, and their results are answered when all of them are there', async () => {
    const client = await live.talk(withTools('BLOCKING'));
    await client.send(said('The forecast and the tide_table of Oslo, please.'));
    const [first, second] = await calls(client);
    assert.ok(first && second);
    assert.deepEqual([first.name, second.name], ['forecast', 'tide_table']);
    assert.equal(typeof first.args.city, 'string');
    await client.send(results(result(second, { high: '04:12' })));
    await client.send(results(result(first, { sky: 'clear' })));
    const turn = await client.turn();
    assert.match(textOf(turn), /"high": "04:12"[^]*"sky": "clear"/);
    assert.deepEqual(contentOf(turn.at(-2) ?? {}), { generationComplete: true });
    await client.close();
  });

  it('are taken back where the user goes on, and what they give then is passed over', async () => {
    const client = await live.talk(withTools('BLOCKING'));
    await client.send(said('The forecast of Oslo, please.'));
    const [called] = await calls(client);
    assert.ok(called);
    await client.send(said('[[echo]]Never mind.'));
    assert.deepEqual(await client.next(), { toolCallCancellation: { ids: [called.id] } });
    assert.equal(textOf(await client.turn()), 'Never mind.');
    await client.send(results(result(called, { sky: 'clear' })), said('[[echo]]Well?'));
    assert.equal(textOf(await client.turn()), 'Well?');
    await client.close();
  });

  it('can be changed in a session', async () => {
    const client = await live.talk();
    const functionDeclarations = [{ name: 'forecast', parameters, behavior: 'BLOCKING' }];
    await client.send(
      { contextUpdate: { tools: { tools: [{ functionDeclarations }] } } },
      said('The forecast of Oslo, please.'),
    );
    assert.equal((await calls(client))[0]?.name, 'forecast');
    await client.close();
  });
});

describe('live sessions: functions that nobody waits for', () => {
  const clock = new FakeClock();
  const live = useLive({ clock, speed: { latency: 0, rate: 1 } });
  const called = async (client: LiveClient): Promise<Called> => {
    await client.send(said('The forecast of Oslo, please.'));
    await client.isRead();
    clock.advance(60_000);
    const [call] = await calls(client);
    assert.ok(call);
    await client.turn();
    return call;
  };

  it('are answered at once, when it is quiet or not at all, as the result says', async () => {
    const client = await live.talk(withTools('NON_BLOCKING'));
    const call = await called(client);
    const later = { willContinue: true, scheduling: 'SILENT' };
    await client.send(results(result(call, { sky: 'grey' }, later)));
    const first = [
      said('[[echo]]One two three four five six seven eight nine ten eleven.'),
      results(result(call, { sky: 'clear' }, { scheduling: 'WHEN_IDLE' })),
    ];
    await client.send(...first);
    const begun = await client.next();
    await client.isRead();
    clock.advance(100_000);
    const turn = [begun, ...(await client.turn())];
    assert.equal(textOf(turn), 'One two three four five six seven eight nine ten eleven.');
    assert.match(textOf([await client.next()]), /forecast/);
    await client.close();
  });

  it('interrupt where the result says so', async () => {
    const client = await live.talk(withTools('NON_BLOCKING'));
    const call = await called(client);
    await client.send(said('[[echo]]One two three four five six seven eight nine ten eleven.'));
    await client.next();
    await client.send(results(result(call, { sky: 'clear' }, { scheduling: 'INTERRUPT' })));
    assert.deepEqual(await client.next(), { serverContent: { interrupted: true } });
    await client.close();
  });
});
