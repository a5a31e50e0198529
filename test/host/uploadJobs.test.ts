import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { UploadQueue } from '../../src/files/context';
import { EMULATOR_ID } from '../../src/service/connection';
import type { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections } from './support/extension';
import { useWindowEmulator } from './support/windowEmulator';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

const MEBI = 1024 * 1024;
const SIZE = 12 * MEBI;
/** Slow enough that there is a middle, in bytes per second. */
const RATE = 4 * MEBI;

type List = Awaited<
  ReturnType<Awaited<ReturnType<typeof activated>>['activities']['load']>
>['list'];

describe('uploads as jobs', () => {
  let emulator: EmulatorControl;
  let list: List;
  let folder: string;
  let path: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'upload-jobs-'));
    path = join(folder, 'talk.bin');
    await writeFile(path, Buffer.alloc(SIZE, 'a kite '));
    emulator = await useWindowEmulator();
    ({ list } = await (await activated()).activities.load());
  });
  beforeEach(async () => {
    await emulator.reset();
    await emulator.control('DELETE', 'faults');
    await emulator.control('POST', 'faults', { kind: 'upload-slow', rate: RATE });
    await run('refresh');
    await run('clearActivity');
  });
  after(async () => {
    await emulator.control('DELETE', 'faults');
    await run('clearActivity');
    await resetConnections();
    await rm(folder, { recursive: true, force: true });
  });

  const entry = () => list.entries.toSorted((a, b) => Number(b.id) - Number(a.id))[0];
  /** Resolves once the newest row is as it should be, which is looked at whenever any has changed. */
  const shows = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!holds()) return;
        subscription.dispose();
        resolve();
      };
      const subscription = list.onDidChange(check);
      check();
    });
  const halfSent = () => shows(() => (entry()?.progress.done ?? 0) > SIZE / 4);
  const offers = (kind: string) => entry()?.actions.some((one) => one.kind === kind) ?? false;

  async function begin(queue?: UploadQueue) {
    const { context } = await (await activated()).files.load();
    const file = await context.userFiles.inspect({ scheme: 'file', authority: '', path });
    const upload = { displayName: 'talk.bin', mimeType: 'text/plain' };
    return await (queue ?? context.queue).add({ connection: EMULATOR_ID, file, ...upload });
  }

  /** What the service was told about the upload, in order. */
  async function commands(): Promise<readonly string[]> {
    const seen = (await emulator.seen()) as readonly { headers?: { [name: string]: string } }[];
    return seen.flatMap(({ headers }) => headers?.['x-goog-upload-command'] ?? []);
  }

  /** Paths of the unfinished uploads on disk. */
  async function jobs(): Promise<readonly string[]> {
    const { host } = await activated();
    const uploads = join(host.context.globalStorageUri.fsPath, 'uploads');
    const names = (await readdir(uploads)).filter((name) => name.endsWith('.json'));
    return names.map((name) => join(uploads, name));
  }

  it('stand still and go on from their row, and end in the tree', async () => {
    const { services } = await activated();
    const handle = await begin();
    await halfSent();
    await run('pauseActivity', { activity: entry()?.id });
    await shows(() => entry()?.pause !== undefined && offers('resume'));
    const [noted = ''] = await jobs();
    const job = await readFile(noted, 'utf8');
    assert.match(job, /"displayName":"talk.bin"/);
    assert.doesNotMatch(job, /upload_id/);
    await run('resumeActivity', { activity: entry()?.id });
    const file = await handle.done;
    assert.equal(file.sizeBytes, String(SIZE));
    assert.deepEqual(await commands(), ['start', 'upload, finalize', 'query', 'upload, finalize']);
    assert.equal(entry()?.title, 'Uploaded talk.bin');
    assert.deepEqual(await jobs(), []);
    const collection = {
      connection: EMULATOR_ID,
      version: 'v1beta',
      kind: 'file',
      name: '',
    } as const;
    const { items } = await services.store.loadAll({ ...collection, collection: true });
    assert.ok(items.some(({ name }) => name === file.name));
    await run('copyActivityUri', { activity: entry()?.id });
    assert.equal(await vscode.env.clipboard.readText(), file.uri);
  });
});
