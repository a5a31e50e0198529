import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ignoredByFiles, ignoredByGit } from '../../../src/files/gitignore';
import type { FileTarget } from '../../../src/base/fileTarget';
import { targetOf } from '../../fakes/userFiles';

/** Those of the paths below `/w` that are ignored, with these lines in these folders. */
async function ignored(
  files: { readonly [folder: string]: string },
  paths: readonly string[],
): Promise<readonly string[]> {
  const found = await ignoredByFiles(
    targetOf('/w'),
    paths.map((path) => targetOf(`/w/${path}`)),
    ({ path }) => Promise.resolve(files[path]),
  );
  return [...found].map(({ path }) => path.slice(3));
}

/** Each with paths that are ignored, and paths that are not. */
const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['.env', ['.env', 'a/.env'], ['.env.example', 'a.env']],
  ['*.log', ['a.log', 'a/b.log', '.log'], ['a.logs', 'log']],
  ['/build', ['build', 'build/x'], ['a/build', 'builds']],
  ['dist/', ['dist/a', 'a/dist/b/c'], ['dist', 'a/dist']],
  ['a/b', ['a/b', 'a/b/c'], ['x/a/b', 'b']],
  ['**/tmp', ['tmp', 'a/b/tmp', 'a/tmp/x'], ['tmps']],
  ['a/**/z', ['a/z', 'a/b/c/z'], ['x/a/z', 'a/zz']],
  ['a/**', ['a/b', 'a/b/c'], ['a', 'b/a/c']],
  ['a?c', ['abc'], ['ac', 'abbc', 'a/c']],
  ['[a-c]x', ['ax', 'cx'], ['dx', 'x']],
  ['[!a-c]x', ['dx'], ['ax', 'x']],
  ['\\#x\n\\!y', ['#x', '!y'], ['x', 'y']],
  ['# a comment\n\n   \nend   ', ['end'], ['# a comment', 'end   ']],
  ['*.txt\n!keep.txt', ['a.txt'], ['keep.txt', 'a/keep.txt']],
  // What lies in an ignored folder can't be taken back.
  ['a/\n!a/keep.txt', ['a/keep.txt', 'a/b'], []],
  ['[x', [], ['[x', 'x']],
  ['tmp[[:digit:]]*', ['tmp1', 'a/tmp12.txt'], ['tmp', 'tmpa']],
  ['a/b/\n!a/b/c', ['a/b/c', 'a/b/d/e'], []],
  ['a/*\n!a/b/', ['a/c', 'a/c/d'], ['a/b/d']],
  ['*.LOG', ['a.LOG'], ['a.log']],
  ['\ufeffx', ['x'], ['\ufeffx']],
  ['a\\ \nb\\*', ['a ', 'b*'], ['a', 'bc']],
  ['/*\n!/a\n/a/*\n!/a/b', ['c', 'a/c'], ['a/b', 'a/b/c']],
];

/** Files of several folders, each with paths that are ignored and paths that are not. */
const nested: readonly (readonly [
  { readonly [folder: string]: string },
  readonly string[],
  readonly string[],
])[] = [
  [
    { '/w': '*.txt\n', '/w/a': '!b.txt\n/c.md\n', '/w/a/d': 'b.txt' },
    ['b.txt', 'a/d/b.txt', 'a/c.md'],
    ['a/b.txt', 'a/d/c.md'],
  ],
  // What is taken back is the folder, and not all that is in it.
  [{ '/w': 'foo\n*.log\n', '/w/a': '!foo' }, ['a/foo/y.log', 'foo/x'], ['a/foo/x']],
  [{ '/w/a': 'foo/\n', '/w/a/b': '!foo/' }, ['a/foo/x'], ['a/b/foo/x', 'foo/x']],
  [{ '/w': 'a/\n', '/w/a': '!b' }, ['a/b', 'a/c'], []],
  [{ '/w/a': 'b/[[:digit:]]\n/x\n' }, ['a/b/1', 'a/x'], ['b/1', 'a/b/x', 'a/c/b/1']],
  [{ '/w/[x] y': '*.z' }, ['[x] y/1.z'], ['x y/1.z']],
];

/** What `git check-ignore` says of the paths of each, which have a folder of their own in a new repository. */
function askGit(all: readonly (typeof nested)[number][]): readonly (readonly string[])[] {
  const root = mkdtempSync(join(tmpdir(), 'gitignore-'));
  try {
    for (const [index, [files]] of all.entries()) {
      for (const [folder, text] of Object.entries(files)) {
        const place = join(root, String(index), folder.slice('/w'.length));
        mkdirSync(place, { recursive: true });
        writeFileSync(join(place, '.gitignore'), text);
      }
    }
    const env = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_SYSTEM: devNull };
    const options = { cwd: root, env, encoding: 'utf8' } as const;
    assert.equal(spawnSync('git', ['init', '--quiet'], options).status, 0);
    const input = all.flatMap(([, yes, no], index) =>
      [...yes, ...no].map((path) => `${index}/${path}\0`),
    );
    const { stdout, status } = spawnSync('git', ['check-ignore', '--stdin', '-z'], {
      ...options,
      input: input.join(''),
    });
    assert.equal(status, 0);
    const found = stdout.split('\0').filter((path) => path !== '');
    return all.map((_one, index) =>
      found
        .filter((path) => path.startsWith(`${index}/`))
        .map((path) => path.replace(/^\d+\//, '')),
    );
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe('files that a .gitignore names', () => {
  const all = [...cases.map(([rules, ...rest]) => [{ '/w': rules }, ...rest] as const), ...nested];
  for (const [rules, yes, no] of all) {
    it(`are those of ${JSON.stringify(rules)}`, async () => {
      assert.deepEqual(await ignored(rules, [...yes, ...no]), yes);
    });
  }

  it('are those of git', () => {
    assert.deepEqual(
      askGit(all),
      all.map(([, yes]) => yes),
    );
  });
});

describe('files that git ignores', () => {
  const [plain, secret, tracked] = ['a.txt', 'b.secret', 'c.secret'].map((name) =>
    targetOf(`/w/${name}`),
  ) as [FileTarget, FileTarget, FileTarget];
  const folders = new Map([['/w', [plain, secret, tracked]]]);
  const named = new Set([secret, tracked]);

  it('are asked about again where an answer lacks what a .gitignore names', async () => {
    const asks: (readonly FileTarget[])[] = [];
    const found = await ignoredByGit(
      (some) => {
        asks.push([...some.values()].flat());
        // The first answer is lost, as when the program ends before it is read.
        return Promise.resolve(new Set(asks.length === 1 ? [] : [secret]));
      },
      folders,
      named,
    );
    assert.deepEqual(found, new Set([secret]));
    assert.deepEqual(asks, [[plain, secret, tracked], [secret, tracked], [tracked]]);
  });
});
