import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { optionRows } from '../../../src/emulator/commandLine';

/** Of npm and Docker, which the recipes call too. */
const OTHERS = ['save-dev', 'global'];

describe('the recipes of the emulator', () => {
  const blocks = [...readFileSync('src/emulator/recipes.md', 'utf8').matchAll(/```[^]*?```/g)];

  it('name options that there are', () => {
    const named = blocks.flatMap(([text]) =>
      [...text.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = '']) => name),
    );
    assert.ok(named.length > 10, String(named.length));
    const unknown = named.filter((name) => !Object.hasOwn(optionRows, name));
    assert.deepEqual(
      unknown.filter((name) => !OTHERS.includes(name)),
      [],
    );
  });
});
