import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ComparePanel } from '../../src/playground/host/compare/comparePanels';
import type { Session } from '../../src/conversation/session/session';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { openPlayground, startTestEmulator, told } from './support/playground';

describe('a comparison in the list of conversations', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let compared: ComparePanel;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    await emulator.control('POST', 'speed', { latency: 0, rate: 0 });
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

  async function files(): Promise<readonly string[]> {
    const { host } = await activated();
    return await readdir(join(host.context.globalStorageUri.fsPath, 'conversations'));
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

  it('is one row, and is deleted with all its conversations, and closes', async () => {
    const history = await (await activated()).playground.history.load();
    const gone = ids();
    await history.context.index.refresh();
    const [first = ''] = gone;
    const row = history.context.index.row(gone[1] ?? '');
    assert.deepEqual([row?.id, row?.columns?.map(({ id }) => id)], [first, gone]);
    assert.match(
      String(history.item({ conversation: first }).description),
      /Comparison · 2 models$/,
    );
    await withPrompts(new FakePrompts('Delete'), async () => {
      await vscode.commands.executeCommand('generativeLanguage.deleteConversation', {
        conversation: first,
      });
    });
    assert.deepEqual((await panels()).comparisons.all, []);
    const names = await files();
    for (const id of gone) {
      assert.ok(!names.includes(`${id}.json`));
      assert.ok(names.some((name) => name.startsWith(`${id}.deleted-`)));
    }
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

  it('opens a conversation once, however often its row is clicked', async () => {
    const [id = ''] = ids();
    await Promise.all(sessions().map((session) => session.close()));
    compared.dispose();
    const opened = await panels();
    await Promise.all([opened.openById(id), opened.openById(id)]);
    const shown = opened.all.filter(({ session }) => session.conversation.id === id);
    assert.equal(shown.length, 1);
  });
});
