import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildProduct } from '../esbuild.mjs';
import { packEmulator } from './harness/emulatorPackage.mjs';
import { npmCli } from './harness/npm.mjs';
import { capture } from './harness/processes.mjs';

describe('the package of the emulator', () => {
  /** @type {string} */
  let folder;
  /** @type {string} */
  let file;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'emulator-tgz-'));
    await buildProduct();
    file = await packEmulator(folder);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  it('has at most 250 KB, and the same bytes each time', async () => {
    const { size } = await stat(file);
    assert.ok(size <= 250 * 1024, `${size} bytes`);
    const first = await readFile(file);
    assert.deepEqual(await readFile(await packEmulator(folder)), first);
  });

  it('is installed without a network, depends on nothing, and runs a command', async () => {
    assert.match(basename(file), /^generative-language-emulator-\d+\.\d+\.\d+\.tgz$/);
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
    const place = join(folder, 'node_modules', 'generative-language-emulator');
    const { dependencies, bin } = JSON.parse(await readFile(join(place, 'package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
    const program = `
      const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key } = process.env;
      fetch(base + '/v1beta/models/gemini-3.8-flash', { headers: { 'x-goog-api-key': key } })
        .then((answer) => answer.json())
        .then(({ name }) => console.log(name));`;
    const { code, output } = await capture(
      process.execPath,
      [
        join(place, bin['generative-language-emulator']),
        'exec',
        '--',
        process.execPath,
        '-e',
        program,
      ],
      { cwd: folder },
    );
    assert.equal(code, 0, output);
    assert.match(output, /^models\/gemini-3\.8-flash$/m);
    assert.match(output, /^emulator: 1 request$/m);
  });
});
