import assert from 'node:assert/strict';
import { basename, posix, win32 } from 'node:path';
import { safeFileName } from '../../../src/platform/safeFiles';

const hostile: readonly (readonly [name: string, safe: string])[] = [
  ['Field notes', 'Field notes.jsonl'],
  ['../../.bashrc', 'bashrc.jsonl'],
  ['C:\\x', 'C--x.jsonl'],
  ['/etc/passwd', 'etc-passwd.jsonl'],
  ['con', '_con.jsonl'],
  ['CON.txt', '_CON.txt.jsonl'],
  ['lpt1', '_lpt1.jsonl'],
  ['console', 'console.jsonl'],
  ['a\u0000b', 'a-b.jsonl'],
  ['trailing. . .', 'trailing.jsonl'],
  ['...', 'corpus.jsonl'],
  ['', 'corpus.jsonl'],
  ['   ', 'corpus.jsonl'],
  ['gnp.\u202etxt', 'gnp.-txt.jsonl'],
  ['a\nb\tc', 'a-b-c.jsonl'],
  ['Vögel der Küste', 'Vögel der Küste.jsonl'],
  ['🙂'.repeat(300), `${'🙂'.repeat(60)}.jsonl`],
];

describe('a safe file name', () => {
  for (const [name, safe] of hostile) {
    it(`is made of ${JSON.stringify(name.slice(0, 30))}`, () => {
      assert.equal(safeFileName(name, '.jsonl', 'corpus'), safe);
    });
  }

  it('stays in its folder and within what file systems take', () => {
    for (const name of [...hostile.map(([one]) => one), 'x'.repeat(300)]) {
      const safe = safeFileName(name, '.jsonl', 'corpus');
      assert.equal(posix.basename(safe), safe);
      assert.equal(win32.basename(safe), safe);
      assert.equal(basename(safe), safe);
      assert.ok(Buffer.byteLength(safe) <= 255, safe);
    }
  });
});
