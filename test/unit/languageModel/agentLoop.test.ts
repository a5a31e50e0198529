import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { startEmulator } from '../../../src/emulator/server';
import { CallRecords, SIGNATURE_STAND_IN } from '../../../src/languageModel/chatContents';
import { Rigs } from '../api/harness';
import { assistant, call, Chat, result, system, text, tool, user } from './chat';

const STRICT = 'emulator-pro-preview';

describe('an agent on the emulator, which enforces the order of turns and signatures', () => {
  const rigs = new Rigs();
  let emulator: Awaited<ReturnType<typeof startEmulator>>;
  let client: Client;
  let bodies: string[];
  let chat: Chat;

  before(async () => {
    emulator = await startEmulator({ speed: { latency: 0, rate: 0 } });
    const { baseUrl, apiKey } = emulator;
    client = rigs.connect(baseUrl, { as: { kind: 'apiKey', key: apiKey } }).client;
  });
  beforeEach(() => {
    bodies = [];
    const stream: Client['stream'] = (id, input, options) => {
      bodies.push(JSON.stringify(input));
      return client.stream(id, input, options);
    };
    chat = new Chat({ client: { stream } });
  });
  after(async () => {
    await rigs.closeAll();
    await emulator.close();
  });

  const standIns = () => bodies.filter((body) => body.includes(SIGNATURE_STAND_IN)).length;

  /** As after a reload of the window: only what was saved is known. */
  function reload(records: unknown = JSON.parse(JSON.stringify(chat.records.save()))): void {
    chat.records = new CallRecords();
    chat.records.load(records);
  }

  it('makes 50 steps with parallel calls, over a reload and a change of the model', async () => {
    const tools = Array.from({ length: 40 }, (_, at) => tool(`tool ${at}`, { type: 'object' }));
    const models = [STRICT, STRICT, 'gemini-3.8-flash', STRICT, 'gemini-2.5-flash'];
    chat.messages = [system(text('You are an agent.'))];
    for (let turn = 0; turn < 15; turn += 1) {
      const names = [`read_${turn}`, `find_${turn}`];
      chat.messages.push(user(text(`Use ${names.join(' and ')}`)));
      const offered = [...names, 'my tool'].map((name) => tool(name));
      assert.deepEqual(await chat.loop(models[turn % models.length] ?? STRICT, offered), [2]);
      if (turn === 8) reload();
    }
    // One turn in which every tool is called, a step for each.
    chat.messages.push(user(text('Go')));
    let steps = 0;
    for (;;) {
      const parts = await chat.send(STRICT, tools, { mustCall: true });
      const calls = parts.flatMap((part) => ('callId' in part ? [part] : []));
      if (calls.length === 0) break;
      steps += 1;
      assert.match(calls[0]?.name ?? '', /^tool \d+$/);
      chat.messages.push(user(...calls.map(({ callId }) => result(callId, text('done')))));
      if (steps === 20) reload();
    }
    assert.equal(steps, tools.length);
    // Nothing was rejected and sent again.
    assert.equal(bodies.length, 15 * 2 + tools.length + 1);
  });

  it('gets its signatures back from storage, from the messages, or as the stand-in', async () => {
    const tools = ['one', 'two', 'three'].map((name) => tool(name));
    chat.messages.push(user(text('Use one')));
    await chat.send(STRICT, tools);
    const { messages } = chat;
    const reply = () => {
      const [id] = chat.messages.flatMap(({ content }) =>
        content.flatMap((part) => ('name' in (part as object) ? [part as { callId: string }] : [])),
      );
      return user(result(id?.callId ?? '', text('done')));
    };
    const beginning = [...messages, reply()];
    const saved = chat.records.save();
    for (const [records, isStripped, expected] of [
      [saved, true, 0],
      [[], false, 0],
      [[], true, 1],
    ] as const) {
      bodies.length = 0;
      reload(JSON.parse(JSON.stringify(records)));
      chat.messages = isStripped
        ? beginning.map((message) => ({
            ...message,
            content: message.content.filter((part) => !('metadata' in (part as object))),
          }))
        : [...beginning];
      await chat.send(STRICT, tools);
      assert.equal(standIns(), expected);
      assert.equal(bodies.length, 1);
    }
  });

  it('sends a rejected signature once', async () => {
    chat.messages.push(user(text('Use one')), assistant(call('1', 'one')), user(result('1')));
    chat.records.set('1', { model: STRICT, thoughtSignature: 'Zm9yZWlnbg==' });
    await chat.send(STRICT, [tool('one')]);
    assert.deepEqual([bodies.length, standIns()], [2, 1]);
  });
});
