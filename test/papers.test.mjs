// The papers for users and contributors: what they name is there, and their links lead somewhere.
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './harness/paths.mjs';

const PAPERS = [
  'README.md',
  '.github/CONTRIBUTING.md',
  '.github/GUIDE.md',
  '.github/RECORD_AND_REPLAY.md',
  '.github/SECURITY.md',
  'src/README.md',
  'src/api/README.md',
  'src/emulator/README.md',
  'src/emulator/control.md',
  'src/emulator/recipes.md',
  'src/emulator/reference.md',
  'src/emulator/mocks.md',
  'src/testing/README.md',
  'src/testing/retrieval/README.md',
  'test/README.md',
];

/** Folders that are written by builds, runs and installations: what the papers name in them may not be there. */
const WRITTEN = /^(out|dist|node_modules|\.vscode-test|test\/ui\/shots)(\/|$)/;

const read = (/** @type {string} */ path) => readFileSync(join(ROOT, path), 'utf8');

/** Without blocks of code. @param {string} paper */
const proseOf = (paper) => read(paper).replaceAll(/^```[^]*?^```/gm, '');

/** The links of a paper, with their targets from the root. @param {string} paper */
function linksOf(paper) {
  return [...proseOf(paper).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(
    ([link, place = '', anchor]) => ({
      link,
      target: place === '' ? paper : normalize(join(dirname(paper), place)),
      anchor,
    }),
  );
}

/** The anchors of a paper's headings, as GitHub makes them. @param {string} paper */
function anchorsOf(paper) {
  return [...proseOf(paper).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('the papers', () => {
  it('are all of them checked', () => {
    const found = globSync('{*,.github/*,src/**/*,test/*}.md', { cwd: ROOT });
    const known = [...PAPERS, 'CHANGELOG.md'];
    assert.deepEqual(
      found.map((path) => path.replaceAll('\\', '/')).filter((path) => !known.includes(path)),
      [],
    );
  });

  for (const paper of PAPERS) {
    it(`have links that lead somewhere: ${paper}`, () => {
      const lost = linksOf(paper).filter(({ target, anchor }) => {
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      });
      assert.deepEqual(
        lost.map(({ link }) => link),
        [],
      );
    });

    it(`name files, folders and scripts that are there: ${paper}`, () => {
      const { scripts } = JSON.parse(read('package.json'));
      const names = [...proseOf(paper).matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
      const paths = names.filter((name) => /^(\.github|media|src|test)\/[\w./*{},-]*$/.test(name));
      const lost = paths.filter(
        (path) => !WRITTEN.test(path) && globSync(path, { cwd: ROOT }).length === 0,
      );
      const commands = [...read(paper).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
      assert.deepEqual([...lost, ...commands.filter((name) => !(name in scripts))], []);
    });

    it(`name what is in the files that they link: ${paper}`, () => {
      // [`file.ts`](file.ts) (`name`, `name`)
      const named = [...proseOf(paper).matchAll(/\]\(([^)#]+)\) \((`\w[^)]*)\)/g)];
      const lost = named.flatMap(([, place = '', list = '']) => {
        const target = join(ROOT, dirname(paper), place);
        const isFile = existsSync(target) && statSync(target).isFile();
        const text = isFile ? readFileSync(target, 'utf8') : '';
        const words = [...list.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
        return words.filter((word) => !text.includes(word)).map((word) => `${place}: ${word}`);
      });
      assert.deepEqual(lost, []);
    });
  }

  it('keep README.md for users, in 9 KB, with its pictures first', () => {
    const readme = read('README.md');
    assert.ok(Buffer.byteLength(readme) <= 9 * 1024, `${Buffer.byteLength(readme)} bytes`);
    assert.ok(readme.lastIndexOf('](media/') < readme.indexOf('\n## '));
  });

  it('name every setting in the guide, and no other', () => {
    const { contributes } = JSON.parse(read('package.json'));
    const known = Object.keys(contributes.configuration.properties);
    const rows = read('.github/GUIDE.md').match(/^\| `generativeLanguage\..*$/gm) ?? [];
    const named = rows.flatMap((row) => {
      const [, first = '', more] = /^\| `([\w.]+)`(?:, `(\.\w+)`)?/.exec(row) ?? [];
      return more === undefined ? [first] : [first, first.replace(/\.\w+$/, more)];
    });
    assert.deepEqual(named.toSorted(), known.toSorted());
  });

  it('keep the guides in paragraphs of at most 90 words', () => {
    const long = PAPERS.flatMap((paper) =>
      proseOf(paper)
        .split(/\n\n|\n(?=\s*(?:[-*|]|\d+\.) ?)/)
        .filter((paragraph) => paragraph.trim().split(/\s+/).length > 90),
    );
    assert.deepEqual(long, []);
  });

  it('keep version 1.0.0 of CHANGELOG.md in 60 lines, of at most 100 characters', () => {
    const [, version = ''] = read('CHANGELOG.md').split(/^(?=## )/m);
    assert.match(version, /^## 1\.0\.0/);
    const lines = version.trimEnd().split('\n');
    assert.ok(lines.length <= 60, `${lines.length} lines`);
    assert.deepEqual(
      lines.filter((line) => line.length > 102),
      [],
    );
  });

  it('name every room in the architecture, and no other', () => {
    const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    const rows = [...read('src/README.md').matchAll(/^\| \[`(\w+)\/`\]/gm)];
    assert.deepEqual(
      rows.map(([, name]) => name).toSorted(),
      rooms.map(({ name }) => name).toSorted(),
    );
  });

  it('name every configuration for debugging', () => {
    const launch = read('.vscode/launch.json');
    const contributing = read('.github/CONTRIBUTING.md');
    const names = [...launch.matchAll(/^ {6}"name": "(.*)"/gm)].map(([, name]) => name);
    assert.ok(names.length > 3, names.join());
    assert.deepEqual(
      names.filter((name) => !contributing.includes(`- **${name}**`)),
      [],
    );
  });
});
