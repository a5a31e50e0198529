import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { hashOfResource } from '../../../src/files/fileContent';
import { control, json, useEmulator } from '../emulator/wire';
import type { ChildPlan } from './queueChild';

const MEBI = 1024 * 1024;
const SIZE = 32 * MEBI;
/** As the service names it. */
const GRANULE = 8 * MEBI;

/** A request as the emulator's log has it. */
interface Seen {
  readonly headers: { readonly [name: string]: string };
  readonly bodyBytes?: number;
}

describe('an upload whose process is killed in the middle', () => {
  const emulator = useEmulator({ seed: 'empty' });
  const children: ChildProcess[] = [];
  let folder: string;
  let script: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'killed-upload-'));
    script = join(folder, 'queueChild.cjs');
    const entryPoints = ['test/unit/files/queueChild.ts'];
    await build({ entryPoints, bundle: true, platform: 'node', outfile: script });
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  /** A window that sends a file, or that goes on with what there is. */
  function run(file?: string) {
    const { accessToken, baseUrl: endpoint } = emulator();
    const plan: ChildPlan = { endpoint, accessToken, folder, ...(file !== undefined && { file }) };
    const child = spawn(process.execPath, [script, JSON.stringify(plan)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return { child, lines: createInterface({ input: child.stdout }) };
  }

  it('goes on in the next one, which sends at most one granule again', async () => {
    const file = join(folder, 'large.bin');
    const bytes = Buffer.alloc(SIZE, 'kites and wind ');
    await writeFile(file, bytes);
    // So that the half of it takes long enough for a kill.
    await control(emulator(), 'POST', 'faults', { kind: 'upload-slow', rate: 16 * MEBI });
    const first = run(file);
    for await (const line of first.lines) {
      const [word, sent] = line.split(' ');
      assert.equal(word, 'sent', line);
      if (Number(sent) >= SIZE / 2) break;
    }
    first.child.kill('SIGKILL');
    if (first.child.signalCode === null) await once(first.child, 'exit');

    const told: string[] = [];
    for await (const line of run().lines) told.push(line);
    assert.deepEqual(told.slice(0, 2), [
      'paused interrupted',
      'asked The upload of large.bin was interrupted.',
    ]);
    assert.equal(told.at(-1), 'done');

    const { entries } = await control(emulator(), 'GET', 'log');
    const seen = (entries as unknown as readonly Seen[]).filter(
      ({ headers }) => headers['x-goog-upload-command'] !== undefined,
    );
    const commands = seen.map(({ headers }) => headers['x-goog-upload-command']);
    assert.deepEqual(commands, ['start', 'upload, finalize', 'query', 'upload, finalize']);
    const [, before = 0, , after = 0] = seen.map(({ bodyBytes }) => bodyBytes);
    assert.ok(before > 0 && before < SIZE, `${String(before)} bytes came before the kill.`);
    assert.ok(before + after - SIZE <= GRANULE, `${String(after)} bytes came after it.`);

    const { files } = await json(emulator(), '/v1beta/files');
    assert.ok(Array.isArray(files));
    assert.equal(files.length, 1);
    const hash = createHash('sha256').update(bytes).digest('hex');
    assert.equal(hashOfResource(files[0] as never), hash);
  });
});
