import assert from 'node:assert/strict';
import type { PickItem, Prompts } from '../../../../src/platform/prompts';
import { createHandlers } from '../../../../src/playground/host/handlers';
import { Pickers } from '../../../../src/playground/host/pickers';
import {
  playgroundProtocol,
  type PlaygroundProtocol,
} from '../../../../src/conversation/model/protocol';
import { connect, serve, type Caller } from '../../../../src/webview/rpc';
import { pair, unexpected } from '../rpc/pair';
import { settled } from '../../../fakes/settle';
import { EMULATOR, REMOTE } from '../../conversation/fakeServices';
import { NO_ACTIONS } from '../../conversation/panelWorld';
import { World, type TestSession } from '../../conversation/world';

/** Answers pick lists by label and text fields by text, and remembers what was offered. */
class ScriptedPrompts implements Prompts {
  choose: string | undefined;
  type: string | undefined;
  offered: readonly PickItem<unknown>[] = [];

  async pick<T>(
    _options: object,
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    const arrived = await items;
    this.offered = arrived;
    return arrived.find((item) => item.label === this.choose)?.value;
  }

  async input(): Promise<string | undefined> {
    return this.type;
  }

  live = unexpected;
  pickMany = unexpected;
  confirm = unexpected;
  notify = unexpected;
}

describe("the host's answers to a panel", () => {
  let world: World;
  let session: TestSession;
  let prompts: ScriptedPrompts;
  let pickers: Pickers;
  let caller: Caller<PlaygroundProtocol>;
  let done: string[];
  let failed: string[];
  let dropped: string[];
  let onAddApiKey: () => void;

  beforeEach(async () => {
    world = new World();
    session = await world.open();
    prompts = new ScriptedPrompts();
    done = [];
    failed = [];
    dropped = [];
    onAddApiKey = () => undefined;
    const say =
      (what: string | null) =>
      async (text: string): Promise<void> => {
        done.push(`${what}: ${text}`);
      };
    const { host, webview } = pair();
    pickers = new Pickers(world.services, prompts);
    const handlers = createHandlers({
      session,
      pickers,
      actions: {
        ...NO_ACTIONS,
        addApiKey: async () => onAddApiKey(),
        openConversation: async () => void done.push('conversations'),
        showLog: () => done.push('log'),
        copy: say('copied'),
        openLink: say('opened'),
        openInEditor: (text, language) => say(language)(text),
      },
      prompts,
      connections: world.connections,
      onReady: () => done.push('ready'),
    });
    const drop = (reason: string): unknown => dropped.push(reason);
    serve(host, playgroundProtocol, handlers, drop, (call) => failed.push(call));
    caller = connect(webview, playgroundProtocol, unexpected);
  });

  async function loseAnswer(): Promise<string> {
    await settled(caller.call('send', { text: 'Hello' }));
    await settled(world.client.last.text('Half').end());
    return session.answer.id;
  }

  it('says that it is ready, copies, and opens texts', async () => {
    await caller.call('ready', undefined);
    await caller.call('copy', { text: 'a' });
    await caller.call('openInEditor', { text: 'b', language: 'python' });
    await caller.call('openInEditor', { text: 'c', language: null });
    assert.deepEqual(done, ['ready', 'copied: a', 'python: b', 'null: c']);
  });

  for (const href of ['https://example.test/a?b=c#d', 'http://example.test/', 'mailto:a@b.test']) {
    it(`opens ${href}`, async () => {
      await caller.call('openLink', { href });
      assert.deepEqual(done, [`opened: ${href}`]);
    });
  }

  for (const href of [
    'command:workbench.action.quit',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vscode://extension/x',
    '//example.test',
    'example.test',
    ' \u0000command:x',
    '',
  ]) {
    it(`does not open ${JSON.stringify(href)}`, async () => {
      await assert.rejects(
        caller.call('openLink', { href }),
        /Only web and email links can be opened\./,
      );
      assert.deepEqual(done, []);
    });
  }

  it('asks once, in the same words, before interactions are stored, wherever that is chosen', async () => {
    const store = (): Promise<void> => caller.call('setStored', { stored: true });
    const ways = [store, () => caller.call('fix', { turn: '', fix: 'keepInteractions' }), store];
    world.prompts.answer(undefined, undefined, 'Store Interactions');
    for (const way of ways) await way();
    const texts = world.prompts.asked.map(({ text }) => text);
    assert.equal(new Set(texts).size, 1);
    assert.match(
      texts[0] ?? '',
      /^Store interactions on the server\? Applies to all conversations on the connection “\w+”/,
    );
    assert.equal(world.keeping.of(REMOTE.id), true);
    await store();
    assert.equal(world.prompts.asked.length, ways.length);
    await caller.call('setStored', { stored: false });
    assert.equal(world.keeping.of(REMOTE.id), false);
  });

  it('keeps an unsent message with the conversation that it was written in', async () => {
    const draft = { text: 'Half a', held: [], pieces: [] };
    await caller.call('setDraft', { conversation: session.conversation.id, draft });
    assert.deepEqual(session.conversation.draft, draft);
    await caller.call('setDraft', { conversation: 'another', draft: { ...draft, text: 'x' } });
    assert.deepEqual(session.conversation.draft, draft);
  });

  it('answers a message as soon as it is on its way, not when its answer is there', async () => {
    await caller.call('send', { text: 'Hello' });
    assert.ok(session.state.streaming);
    await assert.rejects(
      caller.call('send', { text: 'More' }),
      /A response is still arriving\. Wait for it, or stop it\./,
    );
    assert.deepEqual(failed, ['send']);
  });

  it('stops in the tick in which the message arrives', async () => {
    await settled(caller.call('send', { text: 'Hello' }));
    void caller.call('stop', undefined);
    assert.ok(world.client.last.closed);
  });

  it('runs the buttons of the last answer only', async () => {
    const first = await loseAnswer();
    await settled(caller.call('fix', { turn: first, fix: 'continue' }));
    await settled(world.client.last.text(' more').end());
    assert.equal(session.text, 'Half more');
    await settled(caller.call('fix', { turn: first, fix: 'retry' }));
    assert.equal(world.client.streams.length, 3);
    await settled(world.client.last.text('New').finish('STOP'));
    for (const fix of ['retry', 'continue'] as const) {
      await assert.rejects(
        caller.call('fix', { turn: first, fix }),
        /Only the last response can be regenerated\./,
      );
    }
    assert.equal(world.client.streams.length, 3);
  });

  it('takes the connection that a new key brought, and no other', async () => {
    const added = { ...REMOTE, id: 'added001', name: 'Added' };
    await caller.call('fix', { turn: '', fix: 'addApiKey' });
    assert.equal(session.state.connection?.name, 'Remote');
    onAddApiKey = () => world.connections.set([REMOTE, EMULATOR, added], added.id);
    await caller.call('fix', { turn: '', fix: 'addApiKey' });
    assert.equal(session.state.connection.name, 'Added');
  });
});
