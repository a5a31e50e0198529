import assert from 'node:assert/strict';
import {
  type Block,
  BlockSplitter,
  PLAIN_LENGTH,
} from '../../../../../src/playground/webview/markdown/blocks';
import { parseMarkdown } from '../../../../../src/playground/webview/markdown/parse';
import { outline } from './outline';

function split(text: string, size: number): readonly Block[] {
  const splitter = new BlockSplitter();
  for (let i = 0; i < text.length; i += size) splitter.push(text.slice(i, i + size));
  splitter.end();
  return splitter.blocks;
}

/** What the blocks look like, laid out one by one. */
function laidOut(blocks: readonly Block[]): string {
  return blocks
    .map(({ kind, parts }) => {
      const text = parts.join('');
      return kind === 'code' ? `<CodeBlock ${text.trim()}>` : outline(parseMarkdown(text));
    })
    .join('');
}

const SAMPLES: { readonly [name: string]: string } = {
  paragraphs: 'One\ntwo.\n\nThree.\n\n\n\nFour.',
  headings: '# A\nText.\n\nTitle\n===\n\n## B\n\n- - -\n\nEnd.',
  'tight list': 'Intro:\n- a\n- b\n  - c\n- d\n\nEnd.',
  'loose list': '1. a\n\n2. b\n\n   more of b\n\n   - nested\n\n3. c\n\nEnd.',
  'code in a list': '- a\n\n  ```js\n  x();\n\n  y();\n  ```\n\n- b\n\nEnd.',
  'fence after a list': '- a\n- b\n```\ncode\n\n- not a list\n```\n\nEnd.',
  'fence after text': 'See:\n```ts\nconst a = 1;\n```\nand go on.',
  'fence within longer fence': '````md\n```\ninner\n```\n````\n\nEnd.',
  tildes: '~~~\n```\n~~~\n\nEnd.',
  'fence that never ends': 'A\n\n```py\nprint(1)\n\nprint(2)',
  'table and quote': '|a|b|\n|-|-|\n|c|d|\n\n> q\nlazy\n\n> r\n\nEnd.',
  'indented code': 'A\n\n    code\n\nEnd.',
  'backticks in a line': 'Use ```x``` here.\n\nEnd.',
  crlf: 'A\r\n\r\n```js\r\nx\r\n```\r\n\r\nB',
  empty: '\n\n',
};

describe('blocks of an answer', () => {
  for (const [name, text] of Object.entries(SAMPLES)) {
    it(`look as the whole does: ${name}`, () => {
      const whole = outline(parseMarkdown(text.replaceAll('\r\n', '\n')));
      for (const size of [1, 2, 3, 7, 1000]) {
        const blocks = split(text.replaceAll('\r\n', '\n'), size);
        assert.equal(laidOut(blocks), whole, `in pieces of ${size}`);
        assert.ok(blocks.every((block) => block.closed));
      }
    });
  }

  it('lose no character, whatever the text and however it is cut', () => {
    const marks = ['`', '```', '~~~', '- ', '1. ', '> ', '|', '    ', '# '];
    const alphabet = ['a', ' ', '\n', '\t', ...marks];
    let seed = 1;
    const next = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      const text = Array.from({ length: 80 }, () => alphabet[next(alphabet.length)]).join('');
      const visible = (value: string): string => value.replace(/\s/g, '');
      const whole = split(text, text.length + 1);
      const cut = split(text, 1 + next(9));
      const shape = (blocks: readonly Block[]): unknown =>
        blocks.map(({ kind, language, parts }) => [kind, language, parts.join('')]);
      assert.deepEqual(shape(cut), shape(whole), JSON.stringify(text));
      // Only the lines of the fences themselves belong to no block.
      const kept = visible(whole.map((block) => block.parts.join('')).join('')).length;
      const fences = visible(
        text
          .split('\n')
          .filter((l) => /^ {0,3}(```|~~~)/.test(l))
          .join(''),
      ).length;
      assert.ok(kept >= visible(text).length - fences && kept <= visible(text).length);
    }
  });

  it('are laid out once each: ended ones never change again', () => {
    const splitter = new BlockSplitter();
    const ended = new Map<Block, number>();
    let touched = 0;
    for (let i = 0; i < 10_000; i++) {
      splitter.push(`Text ${i}.\n\n\`\`\`ts\nconst x = ${i};\n`);
      splitter.push('```\n\n');
      const { blocks } = splitter;
      for (let at = blocks.length - 1; at >= 0; at--) {
        const block = blocks[at];
        if (!block || ended.has(block)) break;
        touched++;
        if (block.closed) ended.set(block, block.length);
      }
    }
    splitter.end();
    assert.equal(splitter.blocks.length, 20_000);
    assert.ok(touched <= 40_000, `${touched} looks at 20,000 blocks`);
    for (const [block, length] of ended) assert.equal(block.length, length);
  });

  it('turn a line of ten megabytes into one plain block whose parts are only appended', () => {
    const piece = 'abc def '.repeat(128);
    const splitter = new BlockSplitter();
    let kept = 0;
    for (let i = 0; i < 10 * 1024; i++) {
      splitter.push(piece);
      const length = splitter.blocks[0]?.parts.length ?? 0;
      assert.ok(length - kept <= 1);
      kept = length;
    }
    splitter.end();
    const [block, ...others] = splitter.blocks;
    assert.equal(others.length, 0);
    assert.equal(block?.kind, 'plain');
    assert.equal(block.length, 10 * 1024 * 1024);
  });

  it('bound what is laid out as Markdown again and again', () => {
    const texts = ['word '.repeat(20_000), '- item\n'.repeat(20_000), '|a|b|\n'.repeat(20_000)];
    for (const text of texts) {
      for (const block of split(text, 100)) {
        assert.ok(block.kind === 'plain' || block.length <= PLAIN_LENGTH);
      }
    }
  });
});
