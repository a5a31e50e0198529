import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { textAt } from '../../src/base/json';
import type { JsonObject } from '../../src/api/schema/row';
import type { ResourceRef } from '../../src/catalog/ref';
import { EMULATOR_ID } from '../../src/service/connection';
import { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

describe('uploading from the Explorer', () => {
  let emulator: EmulatorControl;
  let outside: string;
  let folder: string;

  before(async () => {
    await resetConnections();
    await run('useEmulator');
    const { services } = await activated();
    emulator = new EmulatorControl(await services.emulator.start());
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
    const prompts = await upload([await written('mine.ts', 'let a: 1;')], [], /uploaded/);
    assert.deepEqual(
      prompts.notices.map(({ text, choices }) => [text, choices]),
      [['“mine.ts” is uploaded.', ['Copy URI', 'Ask About It']]],
    );
    const [file] = await files();
    assert.ok(file);
    assert.equal(textAt(file, 'displayName'), 'mine.ts');
    assert.equal(textAt(file, 'mimeType'), 'text/plain');
    assert.equal(textAt(file, 'state'), 'ACTIVE');
    assert.equal(textAt(file, 'sizeBytes'), '9');
  });

  it('sends a folder by its patterns, with a plan before', async () => {
    await written('app/a.md', '# a');
    await written('app/deep/b.ts', 'let b;');
    await written('app/.hidden/mine.txt', 'hidden');
    await written('app/node_modules/x.js', 'x');
    await written('app/empty.txt', '');
    const app = vscode.Uri.file(join(folder, 'app'));
    const answers = ['**, !.hidden, !node_modules', 'Upload'];
    const prompts = await upload([app], answers, /uploaded/);
    const [patterns, plan] = prompts.asked;
    assert.match(patterns?.value ?? '', /!\*\*\/node_modules\/\*\*/);
    assert.match(
      plan?.text ?? '',
      /^Upload 2 files \(9 bytes\) to [^]*by the patterns: \.hidden\/, node_modules\/[^]*Left out, empty: empty\.txt$/,
    );
    const names = (await files()).map(
      (file) => `${textAt(file, 'displayName')} ${textAt(file, 'mimeType')}`,
    );
    assert.deepEqual(names.toSorted(), ['a.md text/markdown', 'deep/b.ts text/plain']);
  });

  it('takes a folder with what is hidden in it where the patterns do', async () => {
    await written('app/.hidden/mine.txt', 'hidden');
    const app = vscode.Uri.file(join(folder, 'app'));
    await upload([app], ['.hidden/**', 'Upload'], /uploaded/);
    assert.deepEqual(
      (await files()).map((file) => textAt(file, 'displayName')),
      ['.hidden/mine.txt'],
    );
  });

  it('leaves out what git ignores', async () => {
    await written('repo/a.txt', 'seen');
    await written('repo/mine.secret', 'ignored');
    await written('repo/.gitignore', '*.secret\n');
    execFileSync('git', ['init', '-q'], { cwd: join(folder, 'repo') });
    const git = vscode.extensions.getExtension<{
      getAPI(version: 1): { openRepository(uri: vscode.Uri): Promise<unknown> };
    }>('vscode.git');
    assert.ok(git);
    const repo = vscode.Uri.file(join(folder, 'repo'));
    await (await git.activate()).getAPI(1).openRepository(repo);
    const prompts = await upload([repo], ['*.txt, *.secret', 'Upload'], /uploaded/);
    assert.match(prompts.asked[1]?.text ?? '', /Left out, ignored by git: mine\.secret$/);
    assert.deepEqual(
      (await files()).map((file) => textAt(file, 'displayName')),
      ['a.txt'],
    );
  });

  it('leaves out what a .gitignore names where there is no repository, and names the folder', async () => {
    await written('plain/a.txt', 'seen');
    await written('plain/keys/mine.txt', 'not seen');
    await written('plain/.gitignore', 'keys/\n');
    const plain = vscode.Uri.file(join(folder, 'plain'));
    const prompts = await upload([plain], ['*.txt', 'Upload'], /uploaded/);
    assert.match(prompts.asked[1]?.text ?? '', /Left out, ignored by git: keys\/$/);
    assert.deepEqual(
      (await files()).map((file) => textAt(file, 'displayName')),
      ['a.txt'],
    );
  });

  it('asks about what is there already, and sends nothing for what is used', async () => {
    const first = await written('mine.txt', 'the same content');
    await upload([first], [], /uploaded/);
    const before = await uploads();
    const again = await written('mine too.txt', 'the same content');
    const prompts = await upload([again], ['Use It'], /already/);
    assert.equal(prompts.notices[0]?.text, '“mine.txt” was there already.');
    assert.equal(await uploads(), before);
    assert.equal((await files()).length, 1);
    await upload([again], ['Upload Again'], /uploaded/);
    assert.equal((await files()).length, 2);
  });

  it('refuses one byte more than 2 GiB before any request', async () => {
    const path = join(folder, 'big.bin');
    const file = await open(path, 'w');
    await file.truncate(2 ** 31 + 1);
    await file.close();
    await emulator.forget();
    const prompts = await upload([vscode.Uri.file(path)], [], /big\.bin/);
    assert.match(prompts.notices[0]?.text ?? '', /2,147,483,649 bytes/);
    assert.deepEqual(await emulator.seen(), []);
  });

  it('says what a pipe is, and does not wait for it', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const prompts = await upload([vscode.Uri.file(path)], [], /pipe/);
    assert.match(prompts.notices[0]?.text ?? '', /is a pipe, a socket or a device/);
    assert.equal(await uploads(), 0);
  });

  it('sends what a link out of the workspace leads to only when it is told so', async () => {
    await writeFile(join(outside, 'secret.txt'), 'secret');
    const path = join(folder, 'mine.txt');
    await symlink(join(outside, 'secret.txt'), path);
    const prompts = await upload([vscode.Uri.file(path)], [undefined]);
    assert.match(prompts.asked[0]?.text ?? '', /leads out of the workspace folder.*secret\.txt/s);
    assert.equal(await uploads(), 0);
    await upload([vscode.Uri.file(path)], ['Upload'], /uploaded/);
    assert.equal((await files()).length, 1);
  });

  it('follows no link to a folder within a folder', async () => {
    await writeFile(join(outside, 'a.txt'), 'outside');
    await written('app/b.txt', 'inside');
    await symlink(outside, join(folder, 'app/link'));
    await symlink('..', join(folder, 'app/around'));
    const app = vscode.Uri.file(join(folder, 'app'));
    const prompts = await upload([app], ['**', 'Upload'], /uploaded/);
    assert.match(prompts.asked[1]?.text ?? '', /Left out, links to folders.*around, link/);
    assert.deepEqual(
      (await files()).map((file) => textAt(file, 'displayName')),
      ['b.txt'],
    );
  });

  it('says what is gone, and what can’t be read', async () => {
    const gone = vscode.Uri.file(join(folder, 'gone.txt'));
    const prompts = await upload([gone], [], /gone/);
    assert.match(prompts.notices[0]?.text ?? '', /gone\.txt is not there/);
    const locked = await written('locked.txt', 'locked');
    await chmod(locked.fsPath, 0o000);
    // For root there is nothing that can't be read: it is uploaded.
    const words = process.getuid?.() === 0 ? /uploaded/ : /not allowed to read/;
    await upload([locked], [], words);
  });

  it('sends a file again from where it came', async () => {
    const source = await written('mine.txt', 'first');
    await upload([source], [], /uploaded/);
    const [file] = await files();
    const at = { connection: EMULATOR_ID, version: 'v1beta', kind: 'file' } as const;
    const ref: ResourceRef = { ...at, name: textAt(file ?? {}, 'name') };
    await writeFile(source.fsPath, 'second, and longer');
    const prompts = new HeardPrompts('Upload What Is There Now');
    await withPrompts(prompts, async () => {
      await run('uploadAgain', ref, [ref]);
      await prompts.hears(/uploaded/);
    });
    assert.match(prompts.asked[0]?.text ?? '', /has changed since it was uploaded/);
    const sizes = (await files()).map((one) => textAt(one, 'sizeBytes'));
    assert.deepEqual(sizes.toSorted(), ['18', '5']);
  });
});
