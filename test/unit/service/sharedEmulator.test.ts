import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UndiciHttp } from '../../../src/api/undiciHttp';
import { systemClock } from '../../../src/base/clock';
import { emulatorUses, STOPPED } from '../../../src/service/emulatorControl';
import { type ChildHandle, ENDED_BUSY, parseAddress } from '../../../src/service/emulatorProcess';
import { sharedEmulator } from '../../../src/service/sharedEmulator';
import { EMULATOR } from '../cli/program';

describe('the emulator that windows share', () => {
  let folder: string;
  let http: UndiciHttp;
  let uses: ChildHandle[];
  let noted: string | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shared-emulator-'));
    [http, uses, noted] = [new UndiciHttp(), [], undefined];
  });
  afterEach(async () => {
    await Promise.all(uses.map((use) => use.kill()));
    http.dispose();
    await rm(folder, { recursive: true });
  });

  function use(port = 0): ChildHandle {
    const note = {
      read: async () => noted,
      write: async (line: string) => void (noted = line),
      remove: async () => void (noted = undefined),
    };
    const deps = {
      script: EMULATOR,
      args: ['--seed', 'empty'],
      folder,
      note,
      http,
      clock: systemClock,
    };
    const one = sharedEmulator(deps)(() => undefined, port);
    uses.push(one);
    return one;
  }

  it('is started once by windows that open at the same moment', async () => {
    const lines = await Promise.all([use(), use(), use()].map(({ firstLine }) => firstLine));
    assert.equal(new Set(lines.map((line) => parseAddress(line).baseUrl)).size, 1);
    assert.equal(await emulatorUses(http, parseAddress(lines[0] ?? '')), 3);
    assert.equal(noted, lines[0]);
    assert.deepEqual(await readdir(folder), []);
  });

  it('goes on for the others when the window that started it leaves', async () => {
    const [first, second] = [use(), use()];
    const address = parseAddress(await first.firstLine);
    await second.firstLine;
    first.release();
    assert.equal(await first.ended, 'its release');
    assert.equal(parseAddress(await use().firstLine).baseUrl, address.baseUrl);
    assert.ok((await emulatorUses(http, address)) >= 2);
  });

  it('is stopped for all of them, and started again on the port that it had', async () => {
    const [first, second] = [use(), use()];
    const { baseUrl, controlToken } = parseAddress(await first.firstLine);
    await second.firstLine;
    await second.kill();
    assert.ok([STOPPED, 'code 0'].includes(await first.ended));
    // The process may take a moment after it has let go.
    await first.kill();
    const again = parseAddress(await use(Number(new URL(baseUrl).port)).firstLine);
    assert.equal(again.baseUrl, baseUrl);
    assert.notEqual(again.controlToken, controlToken);
  });

  it('is started anew where the one that is named is gone, or is another program', async () => {
    const one = use();
    const line = await one.firstLine;
    await one.kill();
    for (const left of [line, 'no line', line.replace('127.0.0.1', 'evil.example')]) {
      noted = left;
      const next = use();
      assert.notEqual(await next.firstLine, left);
      assert.equal(noted, await next.firstLine);
      await next.kill();
    }
  });

  it('says that its port is taken', async () => {
    const taken = Number(new URL(parseAddress(await use().firstLine).baseUrl).port);
    noted = undefined;
    const other = use(taken);
    assert.equal(await other.ended, ENDED_BUSY);
    await assert.rejects(other.firstLine);
    assert.deepEqual(await readdir(folder), []);
  });
});
