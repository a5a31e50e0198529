// `npm run package`: builds and makes the package for VS Code, in the root or where --out says.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildProduct } from '../../esbuild.mjs';
import { isMain } from './main.mjs';
import { ROOT } from './paths.mjs';
import { capture } from './processes.mjs';
import { StepError } from './progress.mjs';
import { recompress } from './recompress.mjs';

/** Every file in the package carries this time, 1 January 2026, so that equal contents give equal bytes. */
const SOURCE_DATE_EPOCH = '1767225600';

/**
 * Packs what `dist` contains.
 * @param {string} [out] Path of the package; in the root under its usual name by default.
 * @param {{ isLocal?: boolean }} [options] `isLocal`: not to be handed on, so that no time goes into making it small.
 * @returns {Promise<string>} That path.
 * @throws {StepError}
 */
export async function packExtension(out, { isLocal = false } = {}) {
  /** @type {{ name: string, version: string }} */
  const { name, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const file = out ?? join(ROOT, `${name}-${version}.vsix`);
  const flags = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository'];
  const { code, output } = await capture(
    process.execPath,
    [join(ROOT, 'node_modules/@vscode/vsce/vsce'), 'package', ...flags, '--out', file],
    { cwd: ROOT, env: { ...process.env, SOURCE_DATE_EPOCH } },
  );
  if (code !== 0) {
    throw new StepError('Packing the extension', 'Read the lines above.', output.trimEnd());
  }
  if (!isLocal) await writeFile(file, await recompress(await readFile(file)));
  return file;
}

if (isMain(import.meta.url)) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  try {
    await buildProduct();
    console.log(await packExtension(values.out));
  } catch (error) {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
  }
}
