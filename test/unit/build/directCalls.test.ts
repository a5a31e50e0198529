import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly directCalls: (code: string) => string;
}

describe('calls into other files', () => {
  it('are direct, and what looks like them stays', async () => {
    const { href } = pathToFileURL(resolve('test/harness/directCalls.mjs'));
    const { directCalls } = (await import(href)) as Scripts;
    const code = 'return(0,a.b)((0,c.d)(1),"(0,a.b)()",(0,e)(),(1,a.b)(),(0,a.b.c)(),(0,a.b)`x`)';
    assert.equal(
      directCalls(code),
      'return a.b(c.d(1),"(0,a.b)()",(0,e)(),(1,a.b)(),(0,a.b.c)(),(0,a.b)`x`)',
    );
  });
});
