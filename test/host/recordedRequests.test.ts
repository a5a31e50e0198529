import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Exchange, RecordedRequest } from '../../src/recordings/exchange';
import { writeExchange } from '../../src/recordings/fileFormat';
import { fileNameOf } from '../../src/recordings/store';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { useWindowEmulator } from './support/windowEmulator';

/** The recordings of a repository may be anybody's. */
describe('requests of recordings', () => {
  let project: vscode.Uri;

  before(async () => {
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    project = first.uri;
    await useWindowEmulator();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(join(project.fsPath, '.genlang'), { recursive: true, force: true });
  });
  after(async () => {
    await (await activated()).services.emulator.stop();
    await resetConnections();
  });

  /** A recording, and what runs a command on it. */
  async function recording(operation: string, path: string) {
    const folder = join(project.fsPath, '.genlang', 'recordings', 'fixture');
    const request: RecordedRequest = { method: 'DELETE', path, query: {}, body: { kind: 'none' } };
    const answer = { status: 200, headers: {}, body: { kind: 'none' } } as const;
    const exchange: Exchange = { operation, request, answer };
    const file = vscode.Uri.file(join(folder, fileNameOf(1, exchange, 'a'.repeat(8))));
    await mkdir(folder, { recursive: true });
    await writeFile(file.fsPath, writeExchange(exchange).text);
    return (name: string) => vscode.commands.executeCommand(`generativeLanguage.${name}`, file);
  }

  it('are not sent where they are not of the operation that they name, with the reason', async () => {
    const run = await recording('models.get', '/v1beta/fileSearchStores/mine');
    for (const command of ['recordAgain', 'replayRecording', 'openRecording']) {
      const prompts = new HeardPrompts();
      await withPrompts(prompts, async () => {
        await run(command);
        await prompts.hears(/The HTTP method is DELETE, but models\.get requires GET\./);
      });
      assert.deepEqual(
        prompts.asked.filter(({ kind }) => kind !== 'notify'),
        [],
      );
    }
  });

  it('are asked about before they delete, as every request that does', async () => {
    const { services } = await activated();
    const { baseUrl, apiKey } = await services.emulator.start();
    const headers = { 'x-goog-api-key': apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ displayName: 'Mine' });
    const made = await fetch(`${baseUrl}/v1beta/fileSearchStores`, {
      method: 'POST',
      headers,
      body,
    });
    const { name } = (await made.json()) as { readonly name: string };
    const status = async (): Promise<number> =>
      (await fetch(`${baseUrl}/v1beta/${name}`, { headers })).status;
    const run = await recording('fileSearchStores.delete', `/v1beta/${name}`);
    const prompts = new HeardPrompts(undefined, 'Delete');
    await withPrompts(prompts, async () => {
      await run('recordAgain');
      const text = prompts.asked[0]?.text ?? '';
      assert.ok(
        text.startsWith(`Delete file search store: ${name}? The request is sent to the`),
        text,
      );
      assert.equal(await status(), 200);
      await run('recordAgain');
      await prompts.hears(/Re-recorded/);
      // The service tells nobody whether there is a store of that name.
      assert.equal(await status(), 403);
    });
  });
});
