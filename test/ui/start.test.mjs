import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openBrowser } from '../harness/browser.mjs';
import { isOwn, listeners, listenersOf } from '../harness/listeners.mjs';
import { ROOT } from '../harness/paths.mjs';
import { descendants, stopTree } from '../harness/processes.mjs';
import { provisionChromium } from '../harness/provisionChromium.mjs';
import { expectSoon } from './support/expectSoon.mjs';

describe('npm start', () => {
  /** @type {string} */
  let data;
  /** @type {import('node:child_process').ChildProcess} */
  let child;
  /** @type {string[]} */
  const lines = [];
  /** @type {string} */
  let address;
  /** @type {import('../harness/browser.mjs').RunningBrowser} */
  let browser;
  /** @type {number[]} */
  let ports;

  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'vscode-start-'));
  });
  after(async () => {
    await browser?.close();
    if (child) await stopTree(child);
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Processes whose command line or environment names our data: also those that lost their parent. */
  async function left() {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const found = await Promise.all(
      pids.map(async (pid) => {
        const texts = ['cmdline', 'environ'].map((name) =>
          readFile(`/proc/${pid}/${name}`, 'utf8'),
        );
        const [line = '', environment = ''] = await Promise.all(texts).catch(() => []);
        return line.includes(data) || environment.includes(data) ? [`${pid} ${line}`] : [];
      }),
    );
    return found.flat();
  }

  // Of its own, as starting takes most of the time that a test has.
  before(async () => {
    const script = join(ROOT, 'test/harness/start.mjs');
    child = spawn(process.execPath, [script, '--web', '--no-open', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, START_DATA: data },
      // A terminal's Ctrl+C goes to a whole group; this one is its own.
      detached: true,
    });
    assert.ok(child.stdout);
    const output = createInterface({ input: child.stdout });
    output.on('line', (line) => lines.push(line));
    const ended = once(output, 'close').then(() => assert.fail(lines.join('\n')));
    while (!lines.some((line) => line.includes('Ctrl+C'))) {
      await Promise.race([once(output, 'line'), ended]);
    }
    ended.catch(() => 'later it may end');
    [, address = ''] =
      /VS Code is open at (http:\/\/127\.0\.0\.1:\d+\/\S+)/.exec(lines.join('\n')) ?? [];
    assert.ok(address, lines.join('\n'));
  });

  it('opens VS Code on this machine only, with the models of the emulator, and leaves nothing behind at Ctrl+C', async () => {
    browser = await openBrowser(await provisionChromium());
    const page = await browser.context.newPage();
    await page.goto(address);
    const tab = page.locator('.activitybar').getByRole('tab', { name: 'Gemini API' });
    await tab.click();
    await page
      .getByRole('treeitem', { name: /^Gemini \d/ })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /built-in emulator is running/ })
      .first()
      .waitFor();

    assert.ok(child.pid);
    const all = descendants(child.pid).flatMap(({ pid }) => listenersOf(pid));
    assert.deepEqual(
      all.filter((one) => !isOwn(one)),
      [],
    );
    ports = all.map(({ port }) => port);
    assert.ok(ports.includes(Number(new URL(address).port)));
    // The server's and the emulator's.
    assert.ok(ports.length >= 2, ports.join());

    assert.notDeepEqual(await left(), []);
    // The page is still open, as it is for a user.
    const exited = once(child, 'exit');
    process.kill(-child.pid, 'SIGINT');
    assert.deepEqual(await exited, [0, null]);
    // What the server had started ends a moment after it.
    await expectSoon(async () => (await left()).length === 0, 'A process was left behind.');
    assert.deepEqual(
      listeners().filter(({ port }) => ports.includes(port)),
      [],
    );
  });
});
