import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { activated, resetConnections, setMaxAttempts, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { ask, openPlayground, startTestEmulator } from './support/playground';
import { SheetPosts } from './support/sheetPosts';

const run = (name: string) => vscode.commands.executeCommand(`generativeLanguage.${name}`);

async function setCaps(caps: readonly object[] | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  await settings.update('spend.caps', caps, vscode.ConfigurationTarget.Global);
}

describe('a spending limit', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
    await setMaxAttempts(0);
  });
  after(async () => {
    await setCaps(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await emulator.close();
    await resetConnections();
    await setMaxAttempts(undefined);
  });

  it('refuses a message before it is sent, until more is allowed, and is shown with what was spent', async () => {
    const { services } = await activated();
    const spending = await services.spending();
    const { today } = spending.summary();
    // Less than the estimate of a long message, and more than half of it. Other tests have spent, too.
    await setCaps([{ per: 'day', tokens: today.tokens + 15_000 }]);
    const long = 'Name three rivers. '.repeat(3200);
    const panel = await openPlayground();
    const refused = await ask(panel, long);
    const failure = refused.outcome?.failure;
    assert.match(failure?.message ?? '', /^Refused on this machine\. Nothing was sent\./);
    assert.deepEqual(failure?.fixes, ['allowMore', 'retry']);
    assert.deepEqual(await emulator.streams(), []);

    const prompts = new HeardPrompts();
    await withPrompts(prompts, async () => {
      await run('allowMoreToday');
      await prompts.hears(/^Added [\d,]+ tokens to the limit until /);
    });
    const { outcome } = await ask(panel, long);
    assert.equal(outcome?.verdict, 'complete');

    const posts = new SheetPosts();
    const posted = posts.next(({ blocks }) => blocks.some(({ kind }) => kind === 'table'));
    await run('showSpending');
    const { blocks } = await posted;
    posts.dispose();
    const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
    assert.deepEqual(
      tables.map(({ id }) => id),
      ['caps', 'models', 'programs'],
    );
    assert.equal(spending.summary().today.requests, today.requests + 1);
  });
});
