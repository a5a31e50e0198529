import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { manifest } from '../../../src/catalog/manifest';

const { contributes, nls } = manifest();
const TEXTS: { readonly [key: string]: string } = nls;
const text = (reference: string): string => TEXTS[reference.slice(1, -1)] ?? '';

/** What VS Code has by itself: its own commands, and one for each view that shows it. */
const OTHERS: ReadonlySet<string> = new Set([
  'workbench.action.openSettings',
  ...Object.values(contributes.views).flatMap((views) => views.map(({ id }) => `${id}.focus`)),
]);

/** The commands and the addresses that a text links to. */
function linksOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
}

/** Links that lead nowhere. */
function broken(markdown: string): readonly string[] {
  const contributed = new Set(contributes.commands.map(({ command }) => command));
  return linksOf(markdown).filter((link) => {
    const [, command] = /^command:([^?]+)/.exec(link) ?? [];
    if (command === undefined) return !link.startsWith('https://');
    return !contributed.has(command) && !OTHERS.has(command);
  });
}

describe('links in what the manifest shows', () => {
  it('lead to commands that there are, or to pages', () => {
    const all = Object.values(TEXTS);
    assert.ok(all.flatMap(linksOf).length > 15);
    assert.deepEqual(all.flatMap(broken), []);
    assert.deepEqual(broken('[a](command:generativeLanguage.gone) [b](readme.md)'), [
      'command:generativeLanguage.gone',
      'readme.md',
    ]);
  });
});

describe('walkthroughs', () => {
  for (const { id, steps } of contributes.walkthroughs) {
    for (const { id: step, description, media } of steps) {
      it(`${id}, ${step}: has its picture, words for it, and something to do`, () => {
        assert.match(readFileSync(media.svg, 'utf8'), /^<svg [^]*<\/svg>\s*$/);
        assert.ok(text(media.altText).length > 10, media.altText);
        assert.ok(linksOf(text(description)).length > 0, description);
      });
    }
  }
});
