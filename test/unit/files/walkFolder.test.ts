import assert from 'node:assert/strict';
import { readPatterns } from '../../../src/files/gatherFiles';
import { matcher } from '../../../src/files/walkFolder';

describe('patterns of files', () => {
  for (const [pattern, matching, other] of [
    ['**', ['a', 'a/b.ts', '.hidden/x'], []],
    ['*.ts', ['a.ts', 'b/c/a.ts', '.ts'], ['a.tsx', 'ats']],
    ['src/*.ts', ['src/a.ts'], ['a.ts', 'src/b/a.ts', 'x/src/a.ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/b/c/a.ts'], ['a.ts', 'src/a.js']],
    [
      '**/node_modules/**',
      ['node_modules', 'node_modules/a', 'b/node_modules/c/d'],
      ['node_modulesx/a'],
    ],
    ['node_modules', ['node_modules/a', 'b/node_modules/c'], ['my_node_modules/a']],
    ['/a.ts', ['a.ts'], ['b/a.ts']],
    ['dist/', ['dist/a', 'b/dist/c'], ['distance']],
    ['*.{ts,js}', ['a.ts', 'b/a.js'], ['a.css', 'a.{ts,js}']],
    ['file?.txt', ['file1.txt'], ['file.txt', 'file12.txt']],
    ['[a-c].txt', ['a.txt', 'c.txt'], ['d.txt']],
    ['a+(b).txt', ['a+(b).txt'], ['ab.txt', 'aab.txt']],
    ['a\\b.txt', ['a/b.txt'], ['b.txt']],
  ] as const) {
    it(`${pattern} is for ${matching.join(', ')}${other.length > 0 ? `, and not for ${other.join(', ')}` : ''}`, () => {
      const test = matcher([pattern]);
      for (const path of matching) assert.ok(test(path), path);
      for (const path of other) assert.ok(!test(path), path);
    });
  }

  it('match what one of them matches, and without any nothing', () => {
    assert.ok(matcher(['*.a', '*.b'])('x.b'));
    assert.ok(!matcher([])('x.b'));
  });

  it('take everything where only exclusions are given', () => {
    assert.deepEqual(readPatterns(' !dist,, ! '), { include: ['**'], exclude: ['dist'] });
  });
});
