// `npm run package`: builds and makes the package for VS Code, in the root or where --out says, and that of the emulator
// beside it. For the galleries it takes --publisher and --repository, or RELEASE_PUBLISHER and RELEASE_REPOSITORY.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProduct } from '../../esbuild.mjs';
import { packEmulator } from './emulatorPackage.mjs';
import { isMain } from './main.mjs';
import { layOutPackage } from './packageFolder.mjs';
import { ROOT } from './paths.mjs';
import { capture } from './processes.mjs';
import { StepError } from './progress.mjs';
import { readRelease } from './release.mjs';

/** Every file in the package carries this time, 1 January 2026, so that equal contents give equal bytes. */
const SOURCE_DATE_EPOCH = '1767225600';

/**
 * Packs what `dist` contains.
 * @param {string} [out] Path of the package; in the root under its usual name by default.
 * @param {import('./release.mjs').Release} [release]
 * @returns {Promise<string>} That path.
 * @throws {StepError}
 */
export async function packExtension(out, release = {}) {
  /** @type {{ name: string, version: string }} */
  const { name, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const file = resolve(out ?? join(ROOT, `${name}-${version}.vsix`));
  const folder = await mkdtemp(join(tmpdir(), 'package-'));
  try {
    await layOutPackage(folder, release);
    await pack(folder, file, release);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return file;
}

/**
 * @param {string} folder That is packed.
 * @param {string} file
 * @param {import('./release.mjs').Release} release
 * @throws {StepError}
 */
async function pack(folder, file, { repository }) {
  const flags = ['--no-dependencies'];
  // The galleries show the README by itself, so that its links and images need a repository to be in.
  if (repository === undefined) {
    flags.push('--no-rewrite-relative-links', '--allow-missing-repository');
  }
  const { code, output } = await capture(
    process.execPath,
    [join(ROOT, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags, '--out', file],
    { cwd: folder, env: { ...process.env, SOURCE_DATE_EPOCH } },
  );
  if (code !== 0) {
    throw new StepError('Packing the extension', 'Read the lines above.', output.trimEnd());
  }
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      publisher: { type: 'string' },
      repository: { type: 'string' },
    },
  });
  try {
    const release = readRelease(values, process.env);
    await buildProduct();
    const file = await packExtension(values.out, release);
    console.log(file);
    console.log(await packEmulator(dirname(file), release));
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
