import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ComparePanel } from '../../src/playground/host/compare/comparePanels';
import type { Session } from '../../src/conversation/session/session';
import { activated, resetConnections } from './support/extension';
import { openPlayground, startTestEmulator, told } from './support/playground';

describe('a comparison in the list of conversations', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let compared: ComparePanel;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
  });
  beforeEach(async () => {
    await vscode.commands.executeCommand('generativeLanguage.compareModels');
    const opened = (await panels()).comparisons.all.at(-1);
    assert.ok(opened, 'There is no comparison.');
    compared = opened;
    await ask('Which is taller?');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await emulator.close();
    await resetConnections();
  });

  const panels = async () => await (await activated()).playground.panels();
  const sessions = (): readonly Session[] => compared.sessions.map(({ session }) => session);
  const ids = (): readonly string[] => sessions().map(({ conversation: { id } }) => id);

  async function ask(text: string): Promise<void> {
    await compared.comparison.send(text);
    const answers = sessions().map((session) => told({ session }, () => !session.isStreaming));
    await Promise.all(answers);
  }

  /** Resolves when such a tab is in front. */
  function inFront(label: RegExp): Promise<void> {
    return new Promise((resolve) => {
      const subscription = vscode.window.tabGroups.onDidChangeTabs(() => {
        if (!label.test(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '')) return;
        subscription.dispose();
        resolve();
      });
    });
  }

  it('comes to the front where one of its conversations is opened', async () => {
    const history = await (await activated()).playground.history.load();
    const before = ids();
    await openPlayground();
    const count = (await panels()).all.length;
    const shown = inFront(/^Compare: /);
    await vscode.commands.executeCommand('generativeLanguage.showConversation', {
      conversation: before[1],
    });
    await shown;
    assert.equal((await panels()).all.length, count);
    // Nothing went on as a copy.
    await ask('And which is older?');
    assert.deepEqual(ids(), before);
    await history.context.index.refresh();
    for (const conversation of before) {
      assert.match(String(history.item({ conversation }).description), /^open · /);
    }
  });

  it('begins with all of the conversation that is seen, whose message both answer', async () => {
    const { session } = await openPlayground();
    const chat = {
      tools: [{ functionDeclarations: [{ name: 'wind', description: 'Its strength.' }] }],
    };
    session.setSettings({ systemInstruction: 'Be brief.', temperature: 0.5, requests: { chat } });
    await session.send('Which is taller?');
    await told({ session }, () => !session.isStreaming);
    await emulator.control('DELETE', 'log');
    await vscode.commands.executeCommand('generativeLanguage.compareModels');
    compared = (await panels()).comparisons.all.at(-1) ?? compared;
    const columns = sessions().map(({ conversation }) => conversation);
    const [first, second] = columns;
    assert.notEqual(first?.model, second?.model);
    for (const { id, settings, turns } of columns) {
      assert.notEqual(id, session.conversation.id);
      assert.deepEqual(settings, session.conversation.settings);
      assert.deepEqual(
        turns.map(({ content }) => content),
        session.conversation.turns.map(({ content }) => content),
      );
    }
    await ask('And why?');
    const bodies = (await emulator.streams()).map(({ body = '' }) => body);
    assert.equal(bodies.length, 2);
    for (const body of bodies) assert.match(body, /Be brief\..*wind|wind.*Be brief\./s);
  });

  it('opens again as one, with its columns in their order', async () => {
    const before = ids();
    await Promise.all(sessions().map((session) => session.close()));
    compared.dispose();
    const opened = await panels();
    await vscode.commands.executeCommand('generativeLanguage.showConversation', {
      conversation: before[1],
    });
    const [again] = opened.comparisons.all;
    assert.ok(again, 'There is no comparison.');
    compared = again;
    assert.deepEqual(ids(), before);
    // Nothing went on as a copy.
    await ask('And which is older?');
    assert.deepEqual(ids(), before);
  });
});
