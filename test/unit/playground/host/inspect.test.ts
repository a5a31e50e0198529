import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { settled } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { chooseRows, NO_ACTIONS, openPanel } from '../../conversation/panelWorld';
import { type TestSession, World } from '../../conversation/world';

const CONFIG = { requests: { chat: { tools: [{ codeExecution: {} }], cachedContent: 'x' } } };
const SETTINGS = { systemInstruction: 'Be brief.', temperature: 0.5, ...CONFIG };

describe('requests and answers as JSON', () => {
  let world: World;
  let session: TestSession;
  let shown: { readonly title: string; readonly text: string } | undefined;
  let opened: ResourceRef | undefined;

  beforeEach(() => {
    world = new World();
    shown = opened = undefined;
  });

  function panel() {
    return openPanel(world, session, {
      actions: {
        ...NO_ACTIONS,
        showText: async (title, text) => {
          shown = { title, text };
        },
        openResource: async (ref) => {
          opened = ref;
        },
      },
    });
  }

  async function choose(action: string, turn = session.answer.id): Promise<string> {
    await chooseRows(panel(), { list: 'turn', turn }, action);
    return shown?.text ?? '';
  }

  /** Where a text of JSON differs in anything but its white space, the order of its fields included. */
  function assertSame(text: string, sent: unknown): void {
    assert.equal(JSON.stringify(JSON.parse(text)), JSON.stringify(sent));
  }

  async function answered(text: string, finish = 'STOP'): Promise<void> {
    await settled(world.client.last.text(text).finish(finish));
  }

  it('show what was sent, byte for byte, for each answer of a conversation', async () => {
    session = await world.open({ settings: SETTINGS });
    await ask(session, 'First');
    await answered('One');
    await ask(session, 'Second');
    await answered('Two');
    const [first, second] = world.client.streams.map(({ input }) => input.body);
    assertSame(await choose('Show Request JSON'), second);
    assert.equal(shown?.title, 'v1beta/models/small:streamGenerateContent request.json');
    assertSame(await choose('Show Request JSON', session.state.turns[1]?.id), first);
  });

  it('show and keep no header that a server was sent', async () => {
    const transport = { url: 'https://s.test', headers: { 'X-Key': 'canary' } };
    const tools = [{ mcpServers: [{ name: 's', streamableHttpTransport: transport }] }];
    session = await world.open({ settings: { requests: { chat: { tools } } } });
    await ask(session, 'First');
    await answered('One');
    assert.deepEqual(world.client.last.input.body.tools, tools);
    const text = await choose('Show Request JSON');
    assert.ok(text.includes('"X-Key": "YOUR_X_KEY"') && !text.includes('canary'), text);
    assert.doesNotMatch(JSON.stringify(session.answer), /canary/);
  });

  it('show what asked for the rest of an answer, whatever that added and the settings are', async () => {
    session = await world.open({ settings: SETTINGS });
    await ask(session, 'First');
    const thought = { text: 'Hm', thought: true, thoughtSignature: 'c2ln' };
    world.client.last.parts([thought, { text: 'One, ' }]);
    await answered('two', 'MAX_TOKENS');
    session.setSettings({ ...SETTINGS, temperature: 1 });
    for (const rest of [', three', ', four']) {
      await settled(session.continueResponse());
      world.client.last.text('Hm', true);
      await answered(rest, 'MAX_TOKENS');
      session.setSettings({ systemInstruction: 'Other' });
      assertSame(await choose('Show Request JSON'), world.client.last.input.body);
    }
    assert.match(shown?.text ?? '', /Your answer was cut off/);
    assert.deepEqual(world.saved(session.state.conversation).turns[1], session.answer);
  });

  it('open the chunk that an answer names, and nothing else', async () => {
    session = await world.open();
    const name = 'corpora/a/documents/b/chunks/c';
    await panel().call('openChunk', { name });
    assert.deepEqual(opened, { connection: 'remote01', version: 'v1beta', kind: 'chunk', name });
    await assert.rejects(panel().call('openChunk', { name: 'models/a' }), /can’t be opened/);
  });
});
