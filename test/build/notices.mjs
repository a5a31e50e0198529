import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../harness/paths.mjs';

/** @typedef {{ name: string, version: string, license?: string, author?: { name: string }, repository?: { url: string } }} Manifest */

/** @typedef {{ title: string, text: string }} Notice */

/** In `dist`: the licences of what the emulator's program has in it. */
export const EMULATOR_NOTICES = 'EMULATOR-NOTICES.txt';

/**
 * Whose packages they are that are published under the MIT licence without its text, as their repositories say.
 * @type {{ readonly [name: string]: string | undefined }}
 */
const NO_TEXT = { '@vscode/l10n': 'MIT License\n\nCopyright (c) Microsoft Corporation.' };

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

/**
 * The licences of the packages that are in the product, as they ask for; one that several bring stands there once.
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
  /** @type {Map<string, Notice>} */
  const byWords = new Map();
  for (const { title, text } of notices) {
    const words = text.replace(/\s+/g, ' ');
    const same = byWords.get(words);
    byWords.set(words, same ? { ...same, title: `${same.title}\n${title}` } : { title, text });
  }
  const parts = [...byWords.values()].map(({ title, text }) => `${title}\n\n${text}`);
  const intro = 'The following packages are contained in this one, under the licences given here.';
  return `${[intro, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/**
 * @param {string} folder Of a package, from the root.
 * @returns {Promise<Notice>}
 */
async function noticeOf(folder) {
  /** @type {Manifest} */
  const manifest = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
  const title = `${manifest.name} ${manifest.version}`;
  if (manifest.license === 'CC-BY-4.0') return { title, text: attributionOf(manifest) };
  const file = (await readdir(join(ROOT, folder))).find((one) => /^licen[cs]e/i.test(one));
  if (file === undefined && NO_TEXT[manifest.name] !== undefined) {
    return { title, text: `${NO_TEXT[manifest.name]}\n\n${MIT}` };
  }
  if (file === undefined) {
    throw new Error(`${title} (${manifest.license}) brings no licence text.`);
  }
  const text = await readFile(join(ROOT, folder, file), 'utf8');
  return { title, text: text.replaceAll('\r\n', '\n').trim() };
}

/**
 * What the section 3(a) of that licence asks for, which may be a link to it: who made it, where it is from, how it was
 * changed, and that nothing is warranted.
 * @param {Manifest} manifest
 */
function attributionOf({ name, version, author, repository }) {
  const source = repository?.url.replace(/^git\+|\.git$/g, '');
  if (author === undefined || source === undefined) {
    throw new Error(`${name} ${version} does not say who made it, or where it is from.`);
  }
  return `Copyright (c) ${author.name} and contributors, ${source}
Some of it stands here in another size or colour.

Licensed under the Creative Commons Attribution 4.0 International Public License, which also says that
there are no warranties: https://creativecommons.org/licenses/by/4.0/legalcode`;
}
