import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { PlaygroundMode } from '../../../../src/conversation/model/conversation';
import { MAX_AUTOMATIC_ROUNDS } from '../../../../src/conversation/model/turns';
import { functionName } from '../../../../src/conversation/tools/chatTools';
import { settled } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { openPanel } from '../../conversation/panelWorld';
import { type TestSession, World } from '../../conversation/world';

type Part = Message<'Part'>;

const inputSchema = { type: 'object', properties: { path: { type: 'string' } } };
const READ = { name: 'read_file', description: 'Reads a file.', inputSchema };
const FIND = { name: 'mcp maps/find', description: 'Finds a place.', inputSchema };
const CALL: Part = { functionCall: { name: 'read_file', args: { path: 'a.ts' } } };
const PICTURE = { mimeType: 'image/jpg', data: new Uint8Array([1, 2, 3]) };

describe('VS Code tools in the playground', () => {
  let world: World;
  let session: TestSession;
  let panel: ReturnType<typeof openPanel>;

  async function begin(mode?: PlaygroundMode): Promise<void> {
    world = new World();
    world.vscodeTools.tools.push(READ, FIND);
    session = await world.open(mode ? { mode } : {});
    panel = openPanel(world, session);
  }
  async function pick(...names: readonly string[]): Promise<void> {
    world.prompts.answer(names.join('\n'));
    await panel.call('pickTools', undefined);
  }
  async function answer(...parts: readonly Part[]): Promise<void> {
    await settled(world.client.last.parts(parts).finish('STOP'));
  }
  async function run(call = 0, always = false): Promise<void> {
    await settled(panel.call('runTool', { turn: session.answer.id, call, always }));
  }
  const sent = (): readonly Message<'Content'>[] => world.client.last.input.body.contents;
  const responses = (): readonly unknown[] =>
    (sent().at(-1)?.parts ?? []).map(({ functionResponse }) => functionResponse);
  const states = (): readonly unknown[] => session.state.toolCalls?.calls ?? [];

  beforeEach(() => begin());

  it('are declared as functions with valid names, and are removed again', async () => {
    await pick(READ.name, FIND.name);
    const { requests, vscodeTools } = session.state.settings;
    const declared = requests?.chat?.tools as readonly {
      functionDeclarations: readonly object[];
    }[];
    assert.deepEqual(declared[0]?.functionDeclarations, [
      { name: 'read_file', description: 'Reads a file.', parametersJsonSchema: inputSchema },
      {
        name: functionName(FIND.name),
        description: 'Finds a place.',
        parametersJsonSchema: inputSchema,
      },
    ]);
    assert.deepEqual(vscodeTools, {
      read_file: 'read_file',
      [functionName(FIND.name)]: FIND.name,
    });
    const { vscodeTools: _, ...rest } = session.state.settings;
    session.setSettings({ vscodeTools: { ...vscodeTools, other: 'other' }, ...rest });
    assert.deepEqual(session.state.settings.vscodeTools, vscodeTools);
    await pick();
    assert.deepEqual(session.state.settings, {});
  });

  it('keep the user’s own functions and the tools that are missing here', async () => {
    const own = { name: 'weather' };
    session.setSettings({ requests: { chat: { tools: [{ functionDeclarations: [own] }] } } });
    await pick(READ.name, FIND.name);
    world.vscodeTools.tools.splice(0, 1);
    world.prompts.answer('OK');
    await panel.call('pickTools', undefined);
    const tools = session.state.settings.requests?.chat?.tools as readonly {
      functionDeclarations: readonly { name: string }[];
    }[];
    assert.deepEqual(
      tools[0]?.functionDeclarations.map(({ name }) => name),
      ['weather', 'read_file', functionName(FIND.name)],
    );
  });

  describe('that the model calls', () => {
    beforeEach(async () => {
      await pick(READ.name);
      await ask(session, 'What is in a.ts?');
    });

    it('run after a click, with their text and images as the result', async () => {
      world.vscodeTools.answer = async () => [{ value: 'a = 1' }, PICTURE];
      await answer(CALL);
      assert.deepEqual(states(), [{ tool: 'read_file', state: 'ready', canRun: true }]);
      assert.deepEqual(world.vscodeTools.calls, []);
      await run();
      assert.deepEqual(world.vscodeTools.calls, [{ name: 'read_file', input: { path: 'a.ts' } }]);
      const parts = [{ inlineData: { mimeType: 'image/jpeg', data: 'AQID' } }];
      assert.deepEqual(responses(), [{ name: 'read_file', response: { output: 'a = 1' }, parts }]);
      await answer(CALL);
      assert.equal(world.vscodeTools.calls.length, 1);
    });

    it('send their error to the model', async () => {
      world.vscodeTools.answer = () => Promise.reject(new Error('There is no such file.'));
      await answer(CALL);
      await run();
      assert.deepEqual(responses(), [
        { name: 'read_file', response: { error: 'There is no such file.' } },
      ]);
    });

    it('wait until every call has a result, from a tool or typed', async () => {
      await answer(CALL, { functionCall: { name: 'weather' } });
      await run();
      assert.equal(world.client.streams.length, 1);
      assert.deepEqual(states(), [{ tool: 'read_file', state: 'done', canRun: true }, null]);
      const results = [{ keep: false }, { response: { degrees: 21 }, keep: false }];
      await settled(panel.call('sendResults', { turn: session.answer.id, results }));
      assert.deepEqual(responses(), [
        { name: 'read_file', response: { output: 'read_file is done' } },
        { name: 'weather', response: { degrees: 21 } },
      ]);
    });

    it('don’t run in an untrusted workspace, or if they no longer exist', async () => {
      await answer(CALL);
      world.vscodeTools.trusted = false;
      await assert.rejects(run(), /Tools run only in trusted workspaces/);
      world.vscodeTools.trust();
      assert.deepEqual(session.shown.toolCalls?.calls[0]?.problem, undefined);
      world.vscodeTools.tools.length = 0;
      assert.match(session.state.toolCalls?.calls[0]?.problem ?? '', /no tool “read_file”/);
      await assert.rejects(run(), /no tool “read_file”/);
      assert.deepEqual(world.vscodeTools.calls, []);
    });

    it(`run up to ${MAX_AUTOMATIC_ROUNDS} times without a click if the user allows it`, async () => {
      await answer(CALL);
      await run(0, true);
      for (let round = 0; round < MAX_AUTOMATIC_ROUNDS; round++) await answer(CALL);
      assert.equal(world.vscodeTools.calls.length, 1 + MAX_AUTOMATIC_ROUNDS);
      await answer(CALL);
      assert.equal(world.vscodeTools.calls.length, 1 + MAX_AUTOMATIC_ROUNDS);
      assert.equal(session.state.toolCalls?.isCapped, true);
      await run();
      await answer(CALL);
      assert.equal(world.vscodeTools.calls.length, 3 + MAX_AUTOMATIC_ROUNDS);
    });

    it('ask again in another panel with the same conversation', async () => {
      await answer(CALL);
      await run(0, true);
      await answer({ text: 'Done.' });
      await session.close();
      session = await world.openWith({ conversation: world.saved(session.conversation.id) });
      panel = openPanel(world, session);
      await ask(session, 'Again');
      await answer(CALL);
      assert.equal(world.vscodeTools.calls.length, 1);
      assert.deepEqual(states(), [{ tool: 'read_file', state: 'ready', canRun: true }]);
    });
  });
});
