import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PLAYGROUND_PANEL } from '../../src/catalog/ids';
import type { PlaygroundPanel } from '../../src/playground/host/panel';
import { parseConversation } from '../../src/conversation/store/conversationFile';
import { activated, resetConnections, setMaxAttempts } from './support/extension';
import {
  answerOf,
  ask,
  openPlayground,
  startTestEmulator,
  textOf,
  told,
} from './support/playground';
import { until } from '../fakes/until';

/** Makes an answer that goes on for minutes: the tests stop it. */
const LONG = '[[tokens:4000]]';

describe('playground', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    // A fault of these tests is what the answer ends with.
    await setMaxAttempts(0);
  });
  beforeEach(async () => {
    await emulator.control('POST', 'speed', { latency: 0, rate: 0 });
    await emulator.control('DELETE', 'log');
    await emulator.control('DELETE', 'faults');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await emulator.close();
    await resetConnections();
    await setMaxAttempts(undefined);
  });

  async function conversationFile(id: string): Promise<string> {
    const { host } = await activated();
    return join(host.context.globalStorageUri.fsPath, 'conversations', `${id}.json`);
  }

  /** A tab as VS Code brings it back after a reload, and what its page had kept. */
  async function restore(state: unknown): Promise<PlaygroundPanel> {
    const { playground } = await activated();
    const panel = vscode.window.createWebviewPanel(PLAYGROUND_PANEL, '', vscode.ViewColumn.Active);
    return (await playground.panels()).restore(panel, state);
  }

  /** Puts another tab in front, so that VS Code takes the page away. */
  async function hide(panel: PlaygroundPanel): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
    await until(() => !panel.isVisible);
    assert.ok(!panel.isReady);
  }

  it('streams an answer into a panel whose page has loaded, and keeps it on disk', async () => {
    const panel = await openPlayground();
    const { outcome, model } = await ask(panel, 'What is a kite?');
    assert.equal(outcome?.verdict, 'complete');
    assert.equal(outcome.finishReason, 'STOP');
    assert.ok((outcome.usage?.totalTokenCount ?? 0) > 0);
    assert.ok(
      (outcome.firstTokenMs ?? -1) >= 0 && outcome.durationMs >= (outcome.firstTokenMs ?? 0),
    );
    assert.notEqual(textOf(panel), '');
    const { state } = panel.session;
    assert.equal(state.model?.name, model);
    assert.equal(state.title, 'What is a kite?');
    assert.equal(state.connection?.name, 'Test emulator');
    await panel.session.close();
    const saved = parseConversation(
      await readFile(await conversationFile(state.conversation), 'utf8'),
    );
    assert.deepEqual(saved.turns, JSON.parse(JSON.stringify(state.turns)));
  });

  for (const [how, verdict, end] of [
    ['stop', 'stopped', (panel: PlaygroundPanel) => panel.session.stop()],
    ['closing the tab', 'interrupted', (panel: PlaygroundPanel) => panel.dispose()],
  ] as const) {
    it(`closes the socket on ${how}`, async () => {
      await emulator.control('POST', 'speed', { latency: 0, rate: 400 });
      const panel = await openPlayground();
      await panel.session.send(`Tell me a long story ${LONG}`);
      await told(panel, () => textOf(panel) !== '');
      assert.equal((await emulator.streams())[0]?.closedEarly, undefined);
      end(panel);
      // As often as the emulator can be asked; the test's own limit is the bound.
      await until(async () => (await emulator.streams())[0]?.closedEarly === true);
      await panel.session.close();
      assert.equal(answerOf(panel).outcome?.verdict, verdict);
      assert.notEqual(textOf(panel), '');
    });
  }

  it('goes on while its tab is hidden, and shows all of it when the tab comes back', async () => {
    await emulator.control('POST', 'speed', { latency: 0, rate: 100 });
    const panel = await openPlayground();
    await panel.session.send(`Tell me about the sea ${LONG}`);
    await told(panel, () => textOf(panel) !== '');
    await hide(panel);
    const before = textOf(panel);
    await told(panel, () => textOf(panel).length > before.length + 20);
    panel.focus('composer');
    await told(panel, () => panel.isReady);
    assert.ok(panel.session.state.streaming);
    panel.session.stop();
    await told(panel, () => panel.session.state.streaming === undefined);
    assert.ok(textOf(panel).startsWith(before));
  });

  it('brings a conversation back after a reload, and whatever else the page says, only that', async () => {
    const panel = await openPlayground();
    await ask(panel, 'Remember this');
    const { conversation, turns } = panel.session.state;
    await panel.session.close();
    panel.dispose();
    const restored = await restore({ conversation, draft: { text: 'half a tho' }, evil: 1 });
    assert.equal(restored.session.state.conversation, conversation);
    assert.deepEqual(restored.session.state.turns, JSON.parse(JSON.stringify(turns)));
    for (const state of [undefined, null, 7, { conversation: '../../x' }, { conversation: 7 }]) {
      const other = await restore(state);
      assert.deepEqual(other.session.state.turns, []);
      assert.equal(other.session.state.notice, undefined);
    }
  });

  it('keeps a damaged file aside and says so in the panel', async () => {
    const panel = await openPlayground();
    await ask(panel, 'Soon damaged');
    const { conversation } = panel.session.state;
    await panel.session.close();
    panel.dispose();
    const file = await conversationFile(conversation);
    await writeFile(file, '{"format":1');
    const restored = await restore({ conversation });
    const { notice } = restored.session.state;
    assert.match(`${notice?.message} ${notice?.hint}`, /damaged\..*saved under another name/);
    const kept = (await readdir(join(file, '..'))).filter((name) =>
      name.startsWith(`${conversation}.corrupt-`),
    );
    assert.equal(kept.length, 1);
    assert.equal(await readFile(join(file, '..', kept[0] ?? ''), 'utf8'), '{"format":1');
  });
});
