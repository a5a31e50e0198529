import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { LATE } from './build/oneFile.mjs';
import { builtProduct } from './harness/builtProduct.mjs';
import { packEmulator } from './harness/emulatorPackage.mjs';
import { npmCli } from './harness/npm.mjs';
import { capture } from './harness/processes.mjs';

/** What a worker of a runner does, with the environment that it was given. */
const WORKER = `
  const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key } = process.env;
  fetch(base + '/v1beta/models/gemini-3.8-flash', { headers: { 'x-goog-api-key': key } })
    .then((answer) => answer.json())
    .then(({ name }) => console.log(name));`;

/** Ends a program with its first word, and tells in place of that what of Node.js it has loaded. */
const TELLING = `
  process.stdout.write = () => {
    require('node:fs').writeSync(1, JSON.stringify(process.moduleLoadList));
    process.exit();
  };`;

describe('the package of the emulator', () => {
  /** @type {string} */
  let folder;
  /** @type {string} */
  let file;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emulator-tgz-'));
    await builtProduct();
    file = await packEmulator(folder);
    const installed = await capture(
      process.execPath,
      [
        npmCli(),
        'install',
        '--silent',
        '--offline',
        '--no-audit',
        '--no-fund',
        '--prefix',
        folder,
        file,
      ],
      { cwd: folder },
    );
    assert.equal(installed.code, 0, installed.output);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('has at most 490 KB, and the same bytes each time', async () => {
    const { size } = await stat(file);
    // About 30 KB are the MCP server with its tools, the checks of source code, and Decisions.
    assert.ok(size <= 490 * 1024, `${size} bytes`);
    const first = await readFile(file);
    assert.deepEqual(await readFile(await packEmulator(folder)), first);
  });

  it('is installed without a network, depends on nothing, and runs a command', async () => {
    assert.match(basename(file), /^generative-language-emulator-\d+\.\d+\.\d+\.tgz$/);
    const place = join(folder, 'node_modules', 'generative-language-emulator');
    const { dependencies, bin } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
    const page = await readFile(join(place, 'README.md'), 'utf8');
    assert.deepEqual(page.match(/\]\((?!https?:)[^)]*\)/g), null, 'links to what is not there');
    assert.match(page, /^`npx generative-language-emulator start \[options\]` \(`--help`/m);
    assert.match(page, /^The pages that are named here and are not in this package are with/m);
    const types = await readFile(join(place, 'testing.d.ts'), 'utf8');
    assert.match(types, /^export declare function start\(.*\): Promise<TestEmulator>;$/m);
    const notices = await readFile(join(place, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['ajv', 'ws', 'chardet', 'cross-spawn', 'csv-parse', 'jsonc-parser']) {
      assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
    }
    assert.doesNotMatch(notices, /preact/);
    const { code, output } = await capture(
      process.execPath,
      [
        join(place, bin['generative-language-emulator']),
        'exec',
        '--',
        process.execPath,
        '-e',
        WORKER,
      ],
      { cwd: folder },
    );
    assert.equal(code, 0, output);
    assert.match(output, /^models\/gemini-3\.8-flash$/m);
    assert.match(output, /^emulator: 1 request$/m);
  });

  it('starts without what only later requests need of Node.js', async () => {
    const bin = join(folder, 'node_modules/generative-language-emulator/bin.js');
    const telling = join(folder, 'telling.cjs');
    await writeFile(telling, TELLING);
    const { output } = await capture(process.execPath, ['-r', telling, bin, 'start']);
    const loaded = new Set(JSON.parse(output));
    assert.ok(loaded.has('NativeModule http'));
    assert.deepEqual(
      LATE.filter((name) => loaded.has(`NativeModule ${name}`)),
      [],
    );
  });

  it('says in one line that Node.js is too old, before anything newer is read', async () => {
    const place = join(folder, 'node_modules', 'generative-language-emulator');
    for (const version of ['14.21.3', '18.20.4', '20.20.0', '22.12.0']) {
      /** @type {(file: string) => Promise<readonly unknown[]>} */
      const run = async (file) => {
        /** @type {unknown[]} */
        const said = [];
        const process = {
          versions: { node: version },
          exit: (/** @type {number} */ code) => {
            throw new Error(`ends with ${code}`);
          },
        };
        const console = { error: (/** @type {string} */ text) => said.push(text) };
        const text = (await readFile(join(place, file), 'utf8')).replace(/^#!.*/, '');
        // Newer syntax would end there already, with a stack.
        assert.doesNotMatch(text, /\?\.\w|\?\?|=>|`|\bconst\b|\blet\b|node:/);
        assert.throws(
          () => runInNewContext(text, { process, console, require: assert.fail, module: {} }),
          (error) => said.push(Reflect.get(Object(error), 'message')) > 0,
        );
        return said;
      };
      const why = `Node.js 22.13 or later is needed, and this is ${version}.`;
      assert.deepEqual(await run('bin.js'), [`emulator: ${why}`, 'ends with 2']);
      assert.deepEqual(await run('testing.js'), [why]);
    }
  });

  it('gives tests sessions, says why it does not start, and ends with a runner that forgets it', async () => {
    const { start } = createRequire(join(folder, 'runner.mjs'))(
      'generative-language-emulator/testing.js',
    );
    const emulator = await start({ args: ['--seed', 'empty'], cwd: folder });
    const log = await fetch(`${emulator.baseUrl}/$emulator/log`, {
      headers: { 'x-emulator-control': emulator.controlToken },
    });
    assert.equal(log.status, 200);
    const { baseUrl, env } = emulator.session('one');
    assert.equal(baseUrl, `${emulator.baseUrl}/s/one`);
    assert.equal(env.GOOGLE_GEMINI_BASE_URL, baseUrl);
    assert.throws(() => emulator.session('a b'), /a b/);
    await emulator.stop();
    await emulator.stop();
    const replay = await start({ args: ['--mode', 'replay'], cwd: folder });
    assert.equal((await fetch(`${replay.baseUrl}/v1beta/models?key=any`)).status, 404);
    await assert.rejects(replay.stop(), /had no recording/);
    await assert.rejects(start({ args: ['--sed', 'empty'] }), /didn’t start\. .*--sed/s);
    const forgetting = `require('generative-language-emulator/testing.js').start()
      .then(({ baseUrl }) => console.log(baseUrl));`;
    const { code, output } = await capture(process.execPath, ['-e', forgetting], { cwd: folder });
    assert.equal(code, 0);
    // Its output has ended too, which the emulator would have held open.
    assert.match(output, /^http:\/\/127\.0\.0\.1:\d+\n$/);
  });
});
