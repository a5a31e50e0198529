// The emulator as a package of npm, for programs that have nothing to do with VS Code.
import { chmod, cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCli } from './npm.mjs';
import { ROOT } from './paths.mjs';
import { capture } from './processes.mjs';
import { StepError } from './progress.mjs';

const NAME = 'generative-language-emulator';

/** What npm runs: the program is a module of its own, which the extension starts too. */
const BIN = "#!/usr/bin/env node\nrequire('./emulator.js');\n";

/**
 * Packs the emulator of `dist`; equal contents give equal bytes.
 * @param {string} folder Where the package is put.
 * @returns {Promise<string>} Its path.
 * @throws {StepError}
 */
export async function packEmulator(folder) {
  /** @type {{ version: string, license: string }} */
  const { version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const source = await mkdtemp(join(tmpdir(), 'emulator-package-'));
  try {
    await cp(join(ROOT, 'dist/emulator.js'), join(source, 'emulator.js'));
    await cp(join(ROOT, 'src/emulator/README.md'), join(source, 'README.md'));
    await cp(join(ROOT, 'LICENSE'), join(source, 'LICENSE'));
    await writeFile(join(source, 'bin.js'), BIN);
    await chmod(join(source, 'bin.js'), 0o755);
    const manifest = {
      name: NAME,
      version,
      description:
        'The Generative Language (Gemini) API on this machine, without account or network.',
      license,
      bin: { [NAME]: 'bin.js' },
      files: ['bin.js', 'emulator.js'],
      engines: { node: '>=22.13' },
    };
    await writeFile(join(source, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    const { code, output } = await capture(
      process.execPath,
      [npmCli(), 'pack', '--silent', '--ignore-scripts', '--offline'],
      { cwd: source },
    );
    if (code !== 0) {
      throw new StepError('Packing the emulator', 'Read the lines above.', output.trimEnd());
    }
    const file = `${NAME}-${version}.tgz`;
    await cp(join(source, file), join(folder, `${file}.new`));
    await rename(join(folder, `${file}.new`), join(folder, file));
    return join(folder, file);
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}
