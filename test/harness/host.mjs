// `npm run test:host [-- <part of a title>]`: runs the host tests inside a real extension host.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { runTests } from '@vscode/test-electron';
import { buildHostTests, buildProduct, hostTestFiles } from '../../esbuild.mjs';
import { filesWithSecrets, secretsIn } from './canaries.mjs';
import { importTypeScript } from './importTypeScript.mjs';
import { isMain } from './main.mjs';
import { readCounts } from './mocha.mjs';
import { shuffledIfNamed } from './order.mjs';
import { OUT, ROOT } from './paths.mjs';
import { PATIENCE } from './progress.mjs';
import { provision } from './provision.mjs';
import { vscodeInBrowser } from './vscode-in-browser.mjs';
import { cleanEnvironment, writeSettings } from './vscodeServer.mjs';

/**
 * Needs a build.
 * @param {readonly string[]} parts Only test files whose path contains one of these; all when empty.
 * @param {{ grep?: string }} [options] `grep`: only tests with this in their titles.
 * @returns {Promise<import('./counts.mjs').Counts>}
 */
export async function runHostTests(parts = [], { grep = '' } = {}) {
  const bundles = await buildHostTests(
    hostTestFiles().filter(
      (path) => parts.length === 0 || parts.some((part) => path.includes(part)),
    ),
  );
  const vscode = await provision();
  const home = await mkdtemp(join(tmpdir(), 'vscode-host-'));
  const countsFile = join(OUT, 'host-counts.json');
  const folder = join(home, 'workspace');
  const printed = [tee(process.stdout), tee(process.stderr)];
  const [stdout, stderr] = printed.map(({ stream }) => stream);
  try {
    await mkdir(folder);
    // An extension with language model tools, as the user may have installed.
    await cp(join(ROOT, 'test/host/fixtures/tools'), join(home, 'extensions/test.tools-1.0.0'), {
      recursive: true,
    });
    await rm(countsFile, { force: true });
    const settings = {
      // Tests plant failures for the next request: none may be a count that nobody asked for.
      'generativeLanguage.playground.tokenMeter': 'off',
      // In a browser VS Code saves by itself a second after an edit, which on a busy machine is before a test does.
      'files.autoSave': 'off',
    };
    await writeSettings(join(home, 'user/User/settings.json'), settings);
    const code = await runTests({
      vscodeExecutablePath: vscode.kind === 'desktop' ? vscode.executable : await vscodeInBrowser(),
      extensionDevelopmentPath: ROOT,
      extensionTestsPath: join(OUT, 'host/index.js'),
      launchArgs: [
        folder,
        `--user-data-dir=${join(home, 'user')}`,
        `--extensions-dir=${join(home, 'extensions')}`,
        // Our own log with everything in it: the tests look for secrets there.
        '--log=generative-language.generative-language=trace',
      ],
      ...(stdout && { stdout }),
      ...(stderr && { stderr }),
      extensionTestsEnv: {
        ...cleanEnvironment(),
        ...(await trustedServer(join(home, 'tls'))),
        // Recording is among what they test.
        CI: '',
        TEST_COUNTS_FILE: countsFile,
        TEST_PATIENCE: String(PATIENCE),
        TEST_GREP: grep,
        TEST_ORDER: shuffledIfNamed(bundles).toSorted(firstOf).join(delimiter),
      },
    }).catch((error) => {
      console.error(error instanceof Error ? error.message : error);
      return 1;
    });
    const counts = await readCounts(countsFile, code);
    // All that this VS Code has printed or written: settings, logs at trace level, state and storage.
    const leaks = [
      ...printed.flatMap(({ text }) => secretsIn(text())),
      ...(await filesWithSecrets(home)),
    ];
    for (const leak of leaks) console.error(`A secret was left: ${leak}`);
    return { ...counts, failed: counts.failed + leaks.length };
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What an extension host loads at its start can be seen only before anything else runs in it. */
const FIRST = '/activation.test.js';

/** @param {string} a @param {string} b */
const firstOf = (a, b) => Number(b.endsWith(FIRST)) - Number(a.endsWith(FIRST));

/**
 * A stream that goes on to another one, and keeps what went through.
 * @param {NodeJS.WriteStream} target
 */
function tee(target) {
  let kept = '';
  const stream = new PassThrough();
  stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    kept += text;
    target.write(text);
  });
  return { stream, text: () => kept };
}

/**
 * A certificate that this VS Code trusts as an administrator's: Node reads the variable when it starts.
 * @param {string} folder
 */
async function trustedServer(folder) {
  /** @type {{ selfSigned(host: string): { key: string, cert: string } }} */
  const { selfSigned } = await importTypeScript('test/fakes/certificate.ts');
  const { key, cert } = selfSigned('trusted.example');
  await mkdir(folder);
  await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 });
  await writeFile(join(folder, 'cert.pem'), cert);
  return { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'), TEST_TLS_FOLDER: folder };
}

if (isMain(import.meta.url)) {
  await buildProduct();
  const { failed } = await runHostTests([], { grep: process.argv.slice(2).join(' ') });
  process.exitCode = failed > 0 ? 1 : 0;
}
