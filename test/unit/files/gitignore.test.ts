import assert from 'node:assert/strict';
import { ignoredByFiles, ignoredByGit } from '../../../src/files/gitignore';
import type { FileTarget } from '../../../src/base/fileTarget';
import { targetOf } from '../../fakes/userFiles';

/** Those of the paths below `/w` that are ignored, with these lines in these folders. */
async function ignored(
  rules: string | { readonly [folder: string]: string },
  paths: readonly string[],
): Promise<readonly string[]> {
  const files: { readonly [folder: string]: string } =
    typeof rules === 'string' ? { '/w': rules } : rules;
  const found = await ignoredByFiles(
    targetOf('/w'),
    paths.map((path) => targetOf(`/w/${path}`)),
    ({ path }) => Promise.resolve(files[path]),
  );
  return [...found].map(({ path }) => path.slice(3));
}

/** Each with paths that are ignored, and paths that are not; as `git check-ignore` says. */
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
  ['{a,b}', ['{a,b}'], ['a', 'b']],
  ['[x', ['[x'], ['x']],
];

describe('files that a .gitignore names', () => {
  for (const [rules, yes, no] of cases) {
    it(`are those of ${JSON.stringify(rules)}`, async () => {
      assert.deepEqual(await ignored(rules, [...yes, ...no]), yes);
    });
  }

  it('are those that the nearest file names', async () => {
    const rules = { '/w': '*.txt\n', '/w/a': '!b.txt\n/c.md\n', '/w/a/d': 'b.txt' };
    const paths = ['b.txt', 'a/b.txt', 'a/d/b.txt', 'a/c.md', 'a/d/c.md'];
    assert.deepEqual(await ignored(rules, paths), ['b.txt', 'a/d/b.txt', 'a/c.md']);
  });

  it('are found for any pattern in a time that does not explode', async () => {
    const pattern = `${'*a'.repeat(2000)}b`;
    const name = 'a'.repeat(4000);
    assert.deepEqual(await ignored(pattern, [name]), []);
    assert.deepEqual(await ignored(`${'**/a/'.repeat(50)}b`, ['a/'.repeat(99) + 'a']), []);
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

  it('are asked about once where nothing is in doubt', async () => {
    let asks = 0;
    const ask = (): Promise<ReadonlySet<FileTarget>> => {
      asks += 1;
      return Promise.resolve(named);
    };
    assert.deepEqual(await ignoredByGit(ask, folders, named), named);
    assert.equal(asks, 1);
  });

  it('are not known where git can’t be asked', async () => {
    assert.equal(await ignoredByGit(() => Promise.resolve(undefined), folders, named), undefined);
  });
});
