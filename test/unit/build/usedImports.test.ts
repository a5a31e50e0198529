import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A plain module of scripts, which the type check of the tests does not read. */
interface Scripts {
  readonly usedImports: (code: string) => string;
}

describe('the imports of a chunk', () => {
  it('stay where something is taken, or the module is of others', async () => {
    const { href } = pathToFileURL(resolve('test/harness/usedImports.mjs'));
    const { usedImports } = (await import(href)) as Scripts;
    const text = `import"./a.js";import{b}from"./b.js";import"./c.js";import"node:fs";const d='import"./d.js"';`;
    assert.equal(
      usedImports(text),
      `import{b}from"./b.js";import"node:fs";const d='import"./d.js"';`,
    );
  });
});
