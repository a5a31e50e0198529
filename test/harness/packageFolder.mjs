import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { repositoryFields } from './release.mjs';

/** What is packed as it is, with what `.vscodeignore` leaves out of it. */
const AS_IT_IS = [
  '.vscodeignore',
  'CHANGELOG.md',
  'LICENSE',
  'media',
  'dist',
  // The pages that README links.
  ...['README', 'recipes', 'reference', 'control', 'mocks'].map(
    (name) => `src/emulator/${name}.md`,
  ),
  'src/testing/README.md',
  '.github/GUIDE.md',
  '.github/RECORD_AND_REPLAY.md',
  '.github/SECURITY.md',
];

/** The texts of the manifest: English and its translations. Those of the code are in `media`. */
const MANIFEST_TEXTS = 'package.nls{,.*}.json';

/** What only those need of the manifest who have the sources. `private` keeps tools from publishing. */
const OF_SOURCES = ['private', 'scripts', 'allowScripts', 'dependencies', 'devDependencies'];

/** Chapters of README for those who have the sources, which the package has not. */
const CHAPTERS = ['Develop'];

/**
 * Lays out what the package is made of: the manifest and the README without what only concerns the sources.
 * @param {string} folder Where; it is made.
 * @param {import('./release.mjs').Release} [release]
 * @returns {Promise<void>}
 * @throws {Error} When the README has not those chapters, or refers to them elsewhere.
 */
export async function layOutPackage(folder, release = {}) {
  await mkdir(folder, { recursive: true });
  for (const name of AS_IT_IS) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  }
  for await (const name of glob(MANIFEST_TEXTS, { cwd: ROOT })) {
    await cp(join(ROOT, name), join(folder, name));
  }
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const rows = Object.entries(manifest).filter(([name]) => !OF_SOURCES.includes(name));
  const { publisher = manifest.publisher } = release;
  const packed = { ...Object.fromEntries(rows), publisher, ...repositoryFields(release) };
  await writeFile(join(folder, 'package.json'), JSON.stringify(packed));
  const readme = withoutChapters(await readFile(join(ROOT, 'README.md'), 'utf8'), CHAPTERS);
  await writeFile(join(folder, 'README.md'), readme);
}

/**
 * @param {string} text Markdown.
 * @param {readonly string[]} titles Of its chapters, each of which begins with `## `.
 * @returns {string}
 * @throws {Error} When it has not all of them, or what stays refers to one.
 */
export function withoutChapters(text, titles) {
  const chapters = text.split(/^(?=## )/m);
  const isLeftOut = (/** @type {string} */ chapter) =>
    titles.some((title) => chapter.startsWith(`## ${title}\n`));
  const kept = chapters.filter((chapter) => !isLeftOut(chapter));
  if (chapters.length - kept.length !== titles.length) {
    throw new Error(`README.md has not each of the chapters ${titles.join(', ')} once.`);
  }
  const left = kept.join('');
  const anchors = chapters
    .filter(isLeftOut)
    .flatMap((chapter) => [...chapter.matchAll(/^#+ (.*)$/gm)])
    .map(([, title = '']) => `](#${title.toLowerCase().replaceAll(' ', '-')})`);
  const dangling = anchors.filter((anchor) => left.includes(anchor));
  if (dangling.length > 0) throw new Error(`README.md refers to ${dangling.join()} elsewhere.`);
  return left;
}
