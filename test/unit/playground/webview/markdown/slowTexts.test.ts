import assert from 'node:assert/strict';
import { BlockSplitter } from '../../../../../src/playground/webview/markdown/blocks';
import { parseMarkdown } from '../../../../../src/playground/webview/markdown/parse';
import type { Child } from '../../../../../src/playground/webview/reveal';
import { elements } from './outline';

/** UTF-16 units of half the longest block of Markdown. */
const BLOCK = 12_000;
/** Milliseconds of CPU for one call: what is slow takes the square of its length, and 2 seconds with all of it. */
const MOST = 500;

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A text of that length of the same words. */
function repeated(words: string, length: number): string {
  return words.repeat(Math.ceil(length / words.length)).slice(0, length);
}

/** Numbers from 0 to 1 that are the same each time. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Elements, and the texts at the top. */
function count(children: readonly Child[]): number {
  return children.length + elements(children).length;
}

describe('Markdown', () => {
  const MARKS =
    '* ** _ ~~ ` `` ``` ~~~ [ ] ( ) ![ [a]( [a]: [a][ [^ < <a <!-- <? <![CDATA[ <br> & &# &amp; &a; | |- ' +
    '\\ $ $$ \\( \\) \\[ \\] { } ! = --- a http://a https://a( mailto:a@b \u202e \u0301';
  const SPACED = ['- ', '> ', '# ', '1. ', '- [ ] ', '$a$ ', 'a ', '<a ', '[a](b "', '[a]: b', ' '];
  const LINES = ['\n', '\n\n', '\n    ', '\t', '\\\n', '\n: ', '\n~ '];
  const TOKENS = [...MARKS.split(' '), ...SPACED, ...LINES];

  /** Lays out all blocks of an answer; with the time and the number of elements of the largest. */
  function laidOut(text: string) {
    const splitter = new BlockSplitter();
    const took = [cpuMs(() => splitter.push(text)), cpuMs(() => splitter.end())];
    const counts = [0];
    const references = {};
    for (const { kind, parts } of splitter.blocks) {
      if (kind !== 'markdown') continue;
      took.push(
        cpuMs(() =>
          counts.push(count(parseMarkdown(parts.join(''), { references, marked: true }))),
        ),
      );
    }
    return { slowest: Math.max(...took), most: Math.max(...counts) };
  }

  const SHAPES: { readonly [name: string]: string } = {
    'ticks of all lengths': Array.from({ length: 200 }, (_, i) => '`'.repeat(i + 1)).join(' '),
    'lists in lists': Array.from({ length: 200 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n'),
    definitions: Array.from({ length: 1500 }, (_, i) => `[a${i}]: b`).join('\n'),
    entities: Array.from({ length: 4000 }, (_, i) => `&a${i};`).join(''),
    'references without end': `[a]: b\n${repeated('[a][', BLOCK - 10)}`,
    'a table with empty cells': `${'|'.repeat(1000)}\n${'|-'.repeat(999)}|\n${'|\n'.repeat(9000)}`,
    'formulas without end': `${repeated('\\(', BLOCK - 10)} \\)`,
    'displayed formulas without end': `${repeated('$$\na\n', BLOCK - 1000)}${'\\[\na'.repeat(200)}`,
    'a table in a quote': `> ${'|a'.repeat(200)}\n> ${'|-'.repeat(200)}\n${'> |a\n'.repeat(4000)}`,
  };

  for (const [name, text] of Object.entries(SHAPES)) {
    it(`never keeps the page for long: ${name}`, () => {
      const { slowest, most } = laidOut(text.slice(0, BLOCK));
      assert.ok(slowest < MOST, `${slowest} ms`);
      assert.ok(most <= BLOCK, `${most} elements`);
    });
  }

  it('never keeps the page for long, whatever is repeated', () => {
    const random = sequence(2);
    const token = (): string => TOKENS[Math.floor(random() * TOKENS.length)] ?? '';
    for (let round = 0; round < 12; round++) {
      const words = Array.from({ length: 1 + Math.floor(random() * 4) }, token).join('');
      const { slowest, most } = laidOut(token() + repeated(words, BLOCK));
      assert.ok(slowest < MOST, `${JSON.stringify(words)}: ${slowest} ms`);
      assert.ok(most <= 2 * BLOCK, `${JSON.stringify(words)}: ${most} elements`);
    }
  });
});
