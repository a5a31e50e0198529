import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { VscodePromptFiles } from '../../src/playground/host/prompts/vscodePromptFiles';
import { resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { startTestEmulator } from './support/playground';

describe('prompt files of somebody else', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let folder: string;
  /** Outside of the workspace. */
  let away: string;

  before(async () => {
    await resetConnections();
    emulator = await startTestEmulator();
  });
  beforeEach(async () => {
    await emulator.control('DELETE', 'log');
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    folder = join(workspace.uri.fsPath, 'strangePrompts');
    await mkdir(folder, { recursive: true });
    away = await mkdtemp(join(tmpdir(), 'away-'));
    await writeFile(join(away, 'mine'), 'mine');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
    await rm(away, { recursive: true, force: true });
  });
  after(async () => {
    await emulator.close();
    await resetConnections();
  });

  /** A prompt file with these attachments. */
  async function promptAt(path: string, ...paths: readonly string[]): Promise<string> {
    const attachments = paths.map((one) => ({ path: one }));
    const messages = [{ role: 'user', text: 'What is it?', attachments }];
    await writeFile(path, JSON.stringify({ format: 1, model: 'models/emulator-flash', messages }));
    return path;
  }

  async function refused(path: string, words: RegExp): Promise<void> {
    const prompts = new HeardPrompts();
    await withPrompts(prompts, async () => {
      await vscode.commands.executeCommand('generativeLanguage.runPrompt', vscode.Uri.file(path));
      await prompts.hears(words);
    });
    assert.deepEqual(await emulator.streams(), []);
    assert.equal(await readFile(join(away, 'mine'), 'utf8'), 'mine');
  }

  it('take no file along from outside of their workspace, not by a link either', async () => {
    await symlink(join(away, 'mine'), join(folder, 'link.txt'));
    const path = await promptAt(join(folder, 'x.prompt.json'), './link.txt');
    await refused(path, /“\.\/link\.txt” is outside the workspace/);
  });

  it('write no result through a link', async () => {
    await symlink(join(away, 'mine'), join(folder, 'x.result.json'));
    const path = await promptAt(join(folder, 'x.prompt.json'));
    await refused(path, /x\.result\.json is a link\. Files aren’t written through links\./);
  });

  it('are saved through no link that leads out of their workspace', async () => {
    const files = new VscodePromptFiles();
    const addressOf = (name: string): string => vscode.Uri.file(join(folder, name)).toString();
    await writeFile(join(folder, 'ours'), 'ours');
    await symlink(join(away, 'mine'), join(folder, 'far.prompt.json'));
    await symlink(join(folder, 'ours'), join(folder, 'near.prompt.json'));
    await assert.rejects(files.write(addressOf('far.prompt.json'), 'new'), { reason: 'badPlace' });
    assert.equal(await readFile(join(away, 'mine'), 'utf8'), 'mine');
    await files.write(addressOf('near.prompt.json'), 'new');
    assert.equal(await readFile(join(folder, 'ours'), 'utf8'), 'new');
  });

  it('ask which of their files they may send, with hidden ones off, and send no other', async () => {
    for (const name of ['kite.txt', '.env']) await writeFile(join(folder, name), `of ${name}`);
    const path = await promptAt(join(folder, 'x.prompt.json'), './kite.txt', './.env');
    const run = (prompts: HeardPrompts): Promise<void> =>
      withPrompts(prompts, async () => {
        await vscode.commands.executeCommand('generativeLanguage.runPrompt', vscode.Uri.file(path));
      });
    await run(new HeardPrompts(undefined));
    assert.deepEqual(await emulator.streams(), []);
    const prompts = new HeardPrompts('OK');
    await run(prompts);
    const { items = [] } = prompts.asked[0] ?? {};
    assert.deepEqual(
      items.map((item) => [item.label, 'checked' in item && item.checked]),
      [
        ['./kite.txt', true],
        ['./.env', false],
      ],
    );
    assert.match(items[1]?.description ?? '', /^7 bytes · hidden file/);
    const body = (await emulator.streams())[0]?.body ?? '';
    assert.ok(body.includes(Buffer.from('of kite.txt').toString('base64')), body);
    assert.ok(!body.includes(Buffer.from('of .env').toString('base64')), body);
  });
});
