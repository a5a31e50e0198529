import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/**
 * The licences of the packages that are in the product, as they ask for.
 * @param {import('esbuild').Metafile} metafile
 * @param {(output: string) => boolean} isShipped
 * @returns {Promise<string>}
 * @throws {Error} When a package brings no licence.
 */
export async function noticesFor(metafile, isShipped) {
  const used = Object.entries(metafile.outputs)
    .filter(([path]) => isShipped(path))
    .flatMap(([, { inputs }]) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1])
    .filter((folder) => folder !== undefined);
  const notices = await Promise.all([...new Set(used)].sort().map(noticeOf));
  const intro = 'This extension contains the following packages, under the licences given here.';
  return `${[intro, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** @param {string} folder Of a package, from the root. */
async function noticeOf(folder) {
  /** @type {{ name: string, version: string, license?: string }} */
  const { name, version, license } = JSON.parse(
    await readFile(join(ROOT, folder, 'package.json'), 'utf8'),
  );
  const file = (await readdir(join(ROOT, folder))).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined) {
    throw new Error(`${name} ${version} (${license}) brings no licence text.`);
  }
  const text = await readFile(join(ROOT, folder, file), 'utf8');
  return `${name} ${version}\n\n${text.replaceAll('\r\n', '\n').trim()}`;
}
