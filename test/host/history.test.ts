import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { ask, openPlayground, startTestEmulator } from './support/playground';
import { until } from '../fakes/until';

const BROKEN = 'ffffffffffffffff';

describe('conversations of this machine', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let folder: string;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    const { host } = await activated();
    folder = join(host.context.globalStorageUri.fsPath, 'conversations');
  });
  beforeEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await (await history()).tree.filter(undefined);
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(join(folder, `${BROKEN}.json`), { force: true });
    await emulator.close();
    await resetConnections();
  });

  async function history() {
    return await (await activated()).playground.history.load();
  }

  /** Runs a command on a conversation, with answers to its questions. */
  async function run(
    name: string,
    id?: string,
    ...answers: readonly string[]
  ): Promise<FakePrompts> {
    const prompts = new FakePrompts(...answers);
    const target = id === undefined ? [] : [{ conversation: id }];
    await withPrompts(prompts, async () => {
      await vscode.commands.executeCommand(`generativeLanguage.${name}`, ...target);
    });
    return prompts;
  }

  /** The ids that the view shows, by looking at the folder anew. */
  async function listed(): Promise<readonly string[]> {
    const { tree } = await history();
    await tree.children();
    await tree.refresh();
    const days = await tree.children();
    const rows = await Promise.all(days.map((day) => tree.children(day)));
    return rows.flat().flatMap((node) => ('conversation' in node ? node.conversation : []));
  }

  /** A conversation that is on disk, and no longer open. */
  async function kept(text: string): Promise<string> {
    const panel = await openPlayground();
    await ask(panel, text);
    const { conversation } = panel.session.state;
    await panel.session.close();
    panel.dispose();
    return conversation;
  }

  it('are listed, opened, and brought to the front where they are open', async () => {
    const id = await kept('Where do gulls sleep?');
    assert.ok((await listed()).includes(id));
    await run('showConversation', id);
    const panels = await (await activated()).playground.panels();
    const shown = panels.all.filter(({ session }) => session.state.conversation === id);
    await run('showConversation', id);
    assert.equal(shown.length, 1);
    assert.equal(panels.all.length, 1);
    const loaded = await history();
    assert.match(String(loaded.item({ conversation: id }).description), /^open · /);
  });

  it('are deleted with their panel, and come back', async () => {
    const panel = await openPlayground();
    await ask(panel, 'Short-lived');
    const { conversation: id } = panel.session.state;
    await run('deleteConversation', id, 'Delete');
    assert.ok(!(await listed()).includes(id));
    const panels = await (await activated()).playground.panels();
    assert.deepEqual(panels.all, []);
    const names = await readdir(folder);
    assert.ok(!names.includes(`${id}.json`));
    assert.ok(names.some((name) => name.startsWith(`${id}.deleted-`)));
    const { list } = await (await activated()).activities.load();
    const entry = list.entries.find(({ title }) => title.startsWith('Deleted “Short-lived'));
    assert.ok(entry);
    await list.run(entry.id, 'undo');
    assert.ok((await listed()).includes(id));
  });

  it('are found by what was said, and all shown again', async () => {
    const id = await kept('Do ospreys winter in Senegal?');
    const other = await kept('Something else');
    const prompts = new FakePrompts();
    await withPrompts(prompts, async () => {
      const done = vscode.commands.executeCommand('generativeLanguage.filterConversations');
      await until(() => prompts.lists[0] !== undefined);
      const [list] = prompts.lists;
      assert.ok(list);
      list.type('senegal ospreys');
      await list.when(({ isBusy, items }) => !isBusy && items.length > 1);
      list.choose('Show All in View');
      await done;
    });
    assert.deepEqual(await listed(), [id]);
    const { view } = await history();
    assert.equal(view.message, 'Search: “senegal ospreys” (1 found)');
    await run('showAllConversations');
    const all = await listed();
    assert.ok(all.includes(id) && all.includes(other));
    assert.equal(view.message, '');
  });

  it('stay in sight where their file can’t be read, and can be deleted', async () => {
    await writeFile(join(folder, `${BROKEN}.json`), '{"format":1');
    assert.equal((await listed()).at(-1), BROKEN);
    const loaded = await history();
    assert.equal(loaded.item({ conversation: BROKEN }).contextValue, 'unreadable');
    const asked = await run('showConversation', BROKEN);
    assert.deepEqual(asked.asked[0]?.choices, ['Show in Folder', 'Delete']);
    await run('deleteConversation', BROKEN, 'Delete');
    assert.ok(!(await listed()).includes(BROKEN));
  });
});
