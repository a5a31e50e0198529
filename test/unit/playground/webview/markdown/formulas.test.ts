import assert from 'node:assert/strict';
import { BlockSplitter } from '../../../../../src/playground/webview/markdown/blocks';
import { childrenOf, parseMarkdown } from '../../../../../src/playground/webview/markdown/parse';
import type { Child } from '../../../../../src/playground/webview/reveal';
import { outline, propsOf, tagOf } from './outline';

/** What is shown: formulas as `<tex>`, displayed ones as `<<tex>>`, other elements by their children. */
function shown(children: readonly Child[]): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child;
      if (tagOf(child) === 'br') return '⏎';
      if (tagOf(child) !== 'math') return shown(childrenOf(child));
      const { tex, isDisplay } = propsOf(child);
      return isDisplay === true ? `<<${String(tex).trim()}>>` : `<${String(tex)}>`;
    })
    .join('');
}

describe('formulas in Markdown', () => {
  const FOUND: { readonly [markdown: string]: string } = {
    'Let $x^2$ be.': 'Let <x^2> be.',
    'Let \\(x^2\\) be.': 'Let <x^2> be.',
    'Let $$x$$ be, and \\[y\\].': 'Let <<x>> be, and <<y>>.',
    '$$\nx\n= y\n$$': '<<x\n= y>>',
    '\\[\n- x\n+ y\n=\nz\n\\]': '<<- x\n+ y\n=\nz>>',
    'Text\n$$\nx\n$$\nmore': 'Text<<x>>more',
    '> $$\n> x\n> $$': '<<x>>',
    '1. a\n\n   $$\n   x\n   $$': 'a<<x>>',
    '$a_1 * b_1$ and $a_2 * b_2$': '<a_1 * b_1> and <a_2 * b_2>',
    '\\(a\\\\b\\{c\\}\\)': '<a\\\\b\\{c\\}>',
    '$a < b & c$': '<a < b & c>',
    '$f(\\text{if $x$})$': '<f(\\text{if $x$})>',
    '$\\$5$': '<\\$5>',
    'The $n$th of $k$-ths': 'The <n>th of <k>-ths',
    '**$x$**, _$y$_ ($z$)': '<x>, <y> (<z>)',
    '| $a$ | b |\n|---|---|\n| \\(c\\) | d |': '<a>b<c>d',
    '$1-p$ of $10\\%$ at $3$': '<1-p> of <10\\%> at <3>',
  };
  for (const [markdown, expected] of Object.entries(FOUND)) {
    it(`are found: ${JSON.stringify(markdown)}`, () => {
      assert.equal(shown(parseMarkdown(markdown)), expected);
    });
  }

  const TEXT = [
    '$5 and $10',
    'between $5 and 10$.',
    'It costs $20 million, and $30 with tax.',
    'US$5 or A$6, $7-$8, $9/$10',
    '$5 is 4 euros$',
    '${HOME} and ${USER}, ${A}${B}',
    '$PATH:$HOME',
    '$ x $ and $x $',
    'one $ sign',
    '$$',
    '$$$$',
  ];
  for (const markdown of TEXT) {
    it(`are none: ${markdown}`, () => {
      assert.equal(shown(parseMarkdown(markdown)), markdown);
    });
  }

  it('are none in code and in addresses', () => {
    assert.equal(shown(parseMarkdown('`$x$` \\`\\(y\\) $a `b$`')), '$x$ `<y> $a b$');
    assert.equal(outline(parseMarkdown('```\n$x$\n```')), '<CodeBlock $x$>');
    assert.equal(shown(parseMarkdown('https://a.test/?$a=1&$b$')), 'https://a.test/?$a=1&$b$');
    assert.equal(shown(parseMarkdown('[costs $5](https://a.test/$x$)')), 'costs $5');
  });

  it('are text until they are whole, with their backslashes', () => {
    const whole = 'So \\[ a + \\frac{1}{2} \\] and \\(b\\).';
    const steps = Array.from(whole, (_, end) => shown(parseMarkdown(whole.slice(0, end))));
    const unfinished = 'So \\[ a + \\frac{1}{2} ';
    assert.ok(steps.includes(unfinished.trimEnd()), steps.join('\n'));
    assert.ok(steps.includes('So <<a + \\frac{1}{2}>> and \\(b'), steps.join('\n'));
    assert.equal(shown(parseMarkdown(whole)), 'So <<a + \\frac{1}{2}>> and <b>.');
  });

  it('may have empty lines, as long as they are no book', () => {
    const blocks = (text: string): readonly string[] => {
      const splitter = new BlockSplitter();
      for (const piece of text.match(/[^]{1,7}/g) ?? []) splitter.push(piece);
      splitter.end();
      return splitter.blocks.map(({ parts }) => parts.join(''));
    };
    const formula = '$$\n\\begin{aligned}\na &= b \\\\\n\nc &= d\n\\end{aligned}\n$$\n';
    assert.deepEqual(blocks(`${formula}\nText\n`), [formula, 'Text\n']);
    assert.equal(shown(parseMarkdown(formula)), `<<${formula.slice(3, -4)}>>`);
    assert.deepEqual(blocks('$$ are signs\n\n```\na\n```\n'), ['$$ are signs\n\n', 'a\n']);
    const wide = `$$ ${'a + '.repeat(100)} b $$\n`;
    const splitter = new BlockSplitter();
    splitter.push(`${wide}\nText\n\nText\n`);
    splitter.end();
    assert.equal(splitter.blocks.length, 3);
    const words = `${'Words.\n\n'.repeat(2000)}`;
    assert.ok(blocks(`\\[\n\n${words}`).length > 1300);
  });

  it('show what hides in them', () => {
    assert.equal(outline(parseMarkdown('$a\u200bb$')), '<p $a⟨U+200B⟩b$>');
  });
});

describe('a backslash', () => {
  it('is eaten only where Markdown has an escape', () => {
    assert.equal(
      shown(parseMarkdown('C:\\Users\\me \\alpha \\*a\\*')),
      'C:\\Users\\me \\alpha *a*',
    );
    assert.equal(
      shown(parseMarkdown('\\[words\\](https://a.test) \\[ ] b')),
      '[words](https://a.test) [ ] b',
    );
    assert.equal(shown(parseMarkdown('1\\) a, f\\(x and g\\[y')), '1) a, f\\(x and g\\[y');
  });

  it('of a user is shown as it was typed, and keeps what is behind it as it is', () => {
    const user = (text: string): string => shown(parseMarkdown(text, { author: 'user' }));
    assert.equal(user('C:\\_a\\_b \\*c\\* *d*'), 'C:\\_a\\_b \\*c\\* d');
  });
});

describe('lists and tables', () => {
  it('break lines in cells at the one element that means that, and nowhere else', () => {
    const cell = '| a<br>b<BR />c | `<br>` <b>d</b> |';
    assert.equal(shown(parseMarkdown(`|h|i|\n|-|-|\n${cell}`)), 'hia⏎b⏎c<br> <b>d</b>');
    assert.equal(shown(parseMarkdown('a<br>b')), 'a<br>b');
  });
});
