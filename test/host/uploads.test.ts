import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { textAt } from '../../src/base/json';
import type { JsonObject } from '../../src/api/schema/row';
import type { EmulatorControl } from './support/consoleEmulator';
import { resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { useWindowEmulator } from './support/windowEmulator';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

describe('uploading from the Explorer', () => {
  let emulator: EmulatorControl;
  let outside: string;
  let folder: string;

  before(async () => {
    emulator = await useWindowEmulator();
    outside = await mkdtemp(join(tmpdir(), 'outside-'));
  });
  beforeEach(async () => {
    await emulator.reset();
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    folder = join(workspace.uri.fsPath, 'uploads');
    await mkdir(folder);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  after(async () => {
    await resetConnections();
    await rm(outside, { recursive: true, force: true });
  });

  async function written(name: string, content: string): Promise<vscode.Uri> {
    const path = join(folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, content);
    return vscode.Uri.file(path);
  }

  /** What the service has besides its seed. */
  async function files(): Promise<readonly JsonObject[]> {
    const { files } = await emulator.get<{ files: JsonObject[] }>('v1beta/files?pageSize=100');
    return files.filter((file) =>
      /^(mine|deep\/|a\.|b\.|\.hidden)/.test(textAt(file, 'displayName')),
    );
  }

  const uploads = async (): Promise<number> =>
    (await emulator.seen()).filter(({ target }) => target.includes('/upload/')).length;

  /** Runs the command as the Explorer does, with these answers, and gives what it asked and told. */
  async function upload(
    uris: readonly vscode.Uri[],
    answers: readonly (string | undefined)[],
    until?: RegExp,
  ): Promise<HeardPrompts> {
    const prompts = new HeardPrompts(...answers);
    await withPrompts(prompts, async () => {
      await run('uploadFiles', uris[0], uris);
      if (until) await prompts.hears(until);
    });
    assert.equal(prompts.unused, 0);
    return prompts;
  }

  it('sends one file with its name and type, and offers what to do with it', async () => {
    const prompts = await upload([await written('mine.ts', 'let a: 1;')], [], /[Uu]ploaded/);
    assert.deepEqual(
      prompts.notices.map(({ text, choices }) => [text, choices]),
      [['Uploaded “mine.ts”.', ['Copy URI', 'Ask About File']]],
    );
    const [file] = await files();
    assert.ok(file);
    assert.equal(textAt(file, 'displayName'), 'mine.ts');
    assert.equal(textAt(file, 'mimeType'), 'text/plain');
    assert.equal(textAt(file, 'state'), 'ACTIVE');
    assert.equal(textAt(file, 'sizeBytes'), '9');
  });

  it('sends what a link out of the workspace leads to only when it is told so', async () => {
    await writeFile(join(outside, 'secret.txt'), 'secret');
    const path = join(folder, 'mine.txt');
    await symlink(join(outside, 'secret.txt'), path);
    const prompts = await upload([vscode.Uri.file(path)], [undefined]);
    assert.match(
      prompts.asked[0]?.text ?? '',
      /“mine\.txt” points outside the workspace folder\..*secret\.txt/s,
    );
    assert.equal(await uploads(), 0);
    await upload([vscode.Uri.file(path)], ['Upload'], /[Uu]ploaded/);
    assert.equal((await files()).length, 1);
  });
});
