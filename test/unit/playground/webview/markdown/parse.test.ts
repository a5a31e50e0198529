import assert from 'node:assert/strict';
import { highlight } from '../../../../../src/playground/webview/markdown/codeBlock';
import { type Link, safeLink } from '../../../../../src/playground/webview/markdown/elements';
import {
  childrenOf,
  parseMarkdown,
  plainText,
} from '../../../../../src/playground/webview/markdown/parse';
import { type Child, reveal, revealedText } from '../../../../../src/playground/webview/reveal';
import { elements, outline, propsOf, tagOf } from './outline';

function tags(markdown: string): readonly string[] {
  return elements(parseMarkdown(markdown)).map(tagOf);
}

function links(markdown: string): readonly string[] {
  return elements(parseMarkdown(markdown))
    .filter((element) => tagOf(element) === 'a')
    .map((element) => (propsOf(element)['link'] as Link).href);
}

function depth(children: readonly Child[]): number {
  return Math.max(
    0,
    ...children.map((child) => (typeof child === 'string' ? 0 : 1 + depth(childrenOf(child)))),
  );
}

const ALLOWED = new Set(
  'p h3 h4 h5 h6 ul ol li blockquote hr br table thead tbody tr th td'
    .split(' ')
    .concat('strong em s code a CodeBlock hidden'.split(' ')),
);

describe('Markdown of an answer', () => {
  const hostile = [
    '<img src=https://canary.test/a onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)><style>@import "https://canary.test"</style></svg>',
    '<base href="https://canary.test/"><iframe src="https://canary.test"></iframe>',
    '<form action="https://canary.test"><input autofocus onfocus=alert(1)></form>',
    '<!-- x --><a href="javascript:alert(1)">x</a>',
    '- <img src=x>\n\n> <iframe>\n\n| <script> |\n|-|\n| <svg> |',
  ];

  for (const markdown of hostile) {
    it(`leaves raw HTML as text: ${markdown.slice(0, 40).replaceAll('\n', ' ')}`, () => {
      for (const tag of tags(markdown)) assert.ok(ALLOWED.has(tag), tag);
      const shown = plainText(parseMarkdown(markdown));
      for (const word of markdown.match(/<\w+/g) ?? []) assert.ok(shown.includes(word), word);
    });
  }

  const refused = [
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java%0ascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](command:workbench.action.quit)',
    '[x](vscode://publisher.extension/run)',
    '[x](file:///etc/passwd)',
    '[x](//canary.test/a)',
    '[x](/etc/passwd)',
    '[x](blob:https://canary.test/1)',
    '[x](ftp://canary.test/a)',
    '[x](https://)',
    '<javascript:alert(1)>',
    '<command:workbench.action.quit>',
    '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    '[x][r]\n\n[r]: javascript:alert(1)',
  ];

  for (const markdown of refused) {
    it(`makes no link of ${markdown.replaceAll('\n', ' ')}`, () => {
      assert.deepEqual(links(markdown), []);
      assert.notEqual(plainText(parseMarkdown(markdown)).trim(), '');
    });
  }

  it('makes links of http, https and mailto', () => {
    assert.deepEqual(
      links('[a](http://a.test/x) <https://b.test/> [c](mailto:c@d.test) https://e.test/f'),
      ['http://a.test/x', 'https://b.test/', 'mailto:c@d.test', 'https://e.test/f'],
    );
  });

  it('does not take file names for addresses', () => {
    assert.deepEqual(links('See main.rs, example.com and a@b.test.'), []);
  });

  it('makes a link of an image and loads nothing', () => {
    const markdown = '![a chart](https://canary.test/i.png "t")';
    assert.equal(outline(parseMarkdown(markdown)), '<p <a a chart>>');
    assert.deepEqual(links(markdown), ['https://canary.test/i.png']);
  });

  it('keeps the language of a fence to one plain word', () => {
    const block = (info: string): unknown =>
      elements(parseMarkdown(`\`\`\`${info}\nx\n\`\`\``)).map(
        (element) => propsOf(element)['language'],
      )[0];
    assert.equal(block('ts title="a"'), 'ts');
    assert.equal(block('c++'), 'c++');
    assert.equal(block('"><img'), '');
  });

  it('gives up on absurd nesting instead of running out of stack', () => {
    for (const text of [
      '> '.repeat(5000),
      '['.repeat(5000),
      '*a_'.repeat(5000),
      '- '.repeat(5000),
    ]) {
      assert.ok(parseMarkdown(text).length >= 0);
      assert.ok(depth(parseMarkdown(text)) < 100);
    }
  });

  it('lays out lists, tables and headings', () => {
    assert.deepEqual(tags('# A\n\n3. b\n4. c'), ['h3', 'ol', 'li', 'li']);
    assert.deepEqual(tags('|a|\n|-:|\n|b|'), ['table', 'thead', 'tr', 'th', 'tbody', 'tr', 'td']);
    const [list] = parseMarkdown('3. b');
    assert.ok(typeof list === 'object' && propsOf(list)['start'] === 3);
  });
});

describe('links', () => {
  it('are misleading when their words name another host', () => {
    const misleads = (words: string, href: string): boolean =>
      safeLink(href, words, '')?.misleading ?? false;
    assert.equal(misleads('https://google.com', 'https://evil.example/'), true);
    assert.equal(misleads('google.com/login', 'https://google.com.evil.example/'), true);
    assert.equal(misleads('www.google.com', 'https://google.com/'), false);
    assert.equal(misleads('the documentation', 'https://evil.example/'), false);
    assert.equal(misleads('main.rs', 'https://github.example/main.rs'), false);
  });

  it('show a host of other letters in the form that can not be mistaken', () => {
    assert.equal(safeLink('https://gооgle.com/', 'x', '')?.target, 'xn--ggle-55da.com');
  });

  it('are refused when they are longer than the host takes', () => {
    assert.equal(safeLink(`https://a.test/${'x'.repeat(9000)}`, 'x', ''), undefined);
  });
});

describe('characters that can not be seen', () => {
  it('are shown in code: overrides, isolates, zero width, escapes, tags', () => {
    for (const code of [0x202e, 0x2066, 0x200b, 0x1b, 0x7f, 0xad, 0xfeff, 0xe0041]) {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
      const text = `a${String.fromCodePoint(code)}b`;
      assert.equal(outline(reveal(text, 'code')), `a⟨${name}⟩b`);
      assert.equal(revealedText(text), `a⟨${name}⟩b`);
    }
  });

  it('stay in prose where languages and emoji need them', () => {
    for (const text of ['نص\u200f', '👩\u200d💻', 'می\u200cخواهم', 'tab\tline\n']) {
      assert.deepEqual(reveal(text, 'prose'), [text]);
    }
    assert.equal(reveal('a\u202eb', 'prose').length, 3);
    assert.equal(reveal('a\u001b[31m', 'prose').length, 3);
  });

  it('are shown in inline code and in the words of a link', () => {
    assert.ok(tags('`a\u200bb`').includes('hidden'));
    assert.ok(tags('[a\u2066b](https://a.test)').includes('hidden'));
  });
});

describe('the colours of code', () => {
  it('are classes around the text of the code', () => {
    assert.equal(
      outline(highlight('if (a < "&b") {}', 'typescript')),
      '<span if> (a < <span "&b">) {}',
    );
    const [keyword] = elements(highlight('return 1', 'python'));
    assert.equal(keyword && propsOf(keyword)['class'], 'hl-keyword');
  });

  it('lose no character and make no element of the code', () => {
    const code = '</span><span class="x">&lt;&amp;\'`${a}`\u202e<b>${`${b}`}';
    for (const language of ['xml', 'typescript', 'markdown', 'bash']) {
      const found = highlight(code, language);
      assert.ok(outline(found).includes('⟨U+202E⟩'));
      assert.equal(plainText(found), code.replace('\u202e', ''));
      assert.ok(elements(found).every((one) => ['span', 'hidden'].includes(tagOf(one))));
    }
  });
});

/** The addresses that a text links to, each with its words when they are others. */
function linkedWords(children: readonly Child[]): readonly string[] {
  return elements(children)
    .filter((element) => tagOf(element) === 'a')
    .map((element) => {
      const { href } = propsOf(element)['link'] as Link;
      const words = plainText(childrenOf(element));
      return words === href ? href : `${words} → ${href}`;
    });
}

const FOUND: { readonly [text: string]: readonly string[] } = {
  'See https://a.test/b?c=d#e.': ['https://a.test/b?c=d#e'],
  'Is it https://a.test/b? Yes, https://a.test/c; done': ['https://a.test/b', 'https://a.test/c'],
  '(see https://a.test/b_(c) and [https://a.test/d])': ['https://a.test/b_(c)', 'https://a.test/d'],
  '**https://a.test/b** and _https://a.test/c_': ['https://a.test/b', 'https://a.test/c'],
  '"https://a.test/b" <https://a.test/c> `https://a.test/d`': [
    'https://a.test/b',
    'https://a.test/c',
  ],
  '请看 https://a.test/b。谢谢（https://a.test/c）': ['https://a.test/b', 'https://a.test/c'],
  'HTTPS://A.test/b at http://localhost:8080/c': [
    'HTTPS://A.test/b → https://a.test/b',
    'http://localhost:8080/c',
  ],
  'https://a.test/K%C3%B6ln%20%25': ['https://a.test/Köln %25 → https://a.test/K%C3%B6ln%20%25'],
  'https://a.test/%zz': ['https://a.test/%zz'],
  'https://bücher.test/': ['https://bücher.test/ → https://xn--bcher-kva.test/'],
  'mailto:a.b@c.test, xmailto:a@b.test and a@b.test': ['mailto:a.b@c.test'],
  '[https://a.test/b](https://c.test/d)': ['https://a.test/b → https://c.test/d'],
  'https://user:word@a.test/b and http://[::1]:8080/c': [
    'https://user:word@a.test/b',
    'http://[::1]:8080/c',
  ],
  'ftp://a.test //a.test https:// main.rs www.a.test xhttps://a.test https://.': [],
};
describe('addresses in a text', () => {
  for (const [text, expected] of Object.entries(FOUND)) {
    it(`are links in: ${text}`, () => {
      assert.deepEqual(linkedWords(parseMarkdown(text)), expected);
    });
  }
});
