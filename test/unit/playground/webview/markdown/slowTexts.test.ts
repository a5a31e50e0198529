import assert from 'node:assert/strict';
import { BlockSplitter } from '../../../../../src/playground/webview/markdown/blocks';
import { Highlighter } from '../../../../../src/playground/webview/markdown/highlight';
import { parseMarkdown, plainText } from '../../../../../src/playground/webview/markdown/parse';
import { withMarkers } from '../../../../../src/playground/webview/markdown/sourceMarkers';
import { childrenOf, type Piece } from '../../../../../src/playground/webview/pieces';

/** UTF-16 units of half the longest code with colours, and of half the longest block of Markdown. */
const CODE = 20_000;
const BLOCK = 12_000;
/** Milliseconds of CPU for one call: what is slow takes the square of its length, and 2 seconds with all of it. */
const MOST = 500;

const LANGUAGES = [
  ...['bash', 'cpp', 'csharp', 'css', 'diff', 'go', 'java', 'javascript', 'json', 'kotlin'],
  ...['markdown', 'python', 'rust', 'sql', 'typescript', 'xml', 'yaml'],
];

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A text of that length of the same words, with a line break after about so many characters. */
function repeated(words: string, length: number, line = Infinity): string {
  const once = words.repeat(Math.ceil(length / words.length)).slice(0, length);
  if (line >= length) return once;
  return (once.match(new RegExp(`[^]{1,${line}}`, 'g')) ?? []).join('\n').slice(0, length);
}

/** Numbers from 0 to 1 that are the same each time. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function count(pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + 1 + (typeof piece === 'string' ? 0 : count(childrenOf(piece))),
    0,
  );
}

/** Colours all of a code, a frame at a time; with the time of the slowest frame. */
function coloured(code: string, language: string, now = () => performance.now()) {
  const highlighter = new Highlighter(language, now);
  let slowest = 0;
  const frame = { again: true };
  while (frame.again) {
    const took = cpuMs(() => (frame.again = highlighter.run(code, now() + 8)));
    slowest = Math.max(slowest, took);
  }
  return { pieces: highlighter.pieces, slowest };
}

function scopesOf(pieces: readonly Piece[]): readonly string[] {
  return pieces.map((piece) =>
    typeof piece !== 'string' && piece.tag === 'scope' ? piece.scope : '',
  );
}

describe('the colours of code', () => {
  const TOKENS = [
    ...['a', 'A', '0', '_', '.', '..', ',', ';', ':', '::', '<', '>', '(', ')', '[', ']', '{', '}'],
    ...['"', "'", '`', '\\', '/', '//', '/*', '*/', '#', '@', '$', '${', '!', '=', '=>', '-', '->'],
    ...['&', '|', '%', ' ', '\t', '\n', 'if ', 'class ', 'def ', 'TODO', '<a', '</a', '"""', 'a.'],
    ...['<!--', '0x', 'r#', '<<a', 'fn ', 'a::', '#include ', 'a b ', 'a<', '**', '](', '\u202e'],
  ];

  /** Those that take seconds where a grammar gets all of the code, or a long line, at once. */
  const SLOW: readonly (readonly [language: string, words: string])[] = [
    ...[['csharp', 'a'] as const, ['cpp', 'a'] as const, ['kotlin', '"${'] as const],
    ...[['bash', '${'] as const, ['bash', '{$'] as const],
  ];

  for (const [language, words] of SLOW) {
    it(`never keep the page for long: ${language} of ${JSON.stringify(words)}`, () => {
      for (const line of [900, Infinity]) {
        const code = repeated(words, CODE, line);
        const { pieces, slowest } = coloured(code, language);
        assert.equal(plainText(pieces), code);
        assert.ok(slowest < MOST, `${slowest} ms`);
      }
    });
  }

  it('lose no character of anything, and take no long time for it', () => {
    const random = sequence(1);
    const token = (): string => TOKENS[Math.floor(random() * TOKENS.length)] ?? '';
    for (const language of LANGUAGES) {
      for (let round = 0; round < 2; round++) {
        const words = Array.from({ length: 1 + Math.floor(random() * 4) }, token).join('');
        // Some slices of what a grammar gets at once.
        const code = repeated(words, 2100, 700).replaceAll('\u202e', '-');
        const { pieces, slowest } = coloured(token().replace('\u202e', '-') + code, language);
        assert.ok(plainText(pieces).endsWith(code), `${language} ${JSON.stringify(words)}`);
        assert.ok(slowest < MOST, `${language} ${JSON.stringify(words)}: ${slowest} ms`);
      }
    }
  });

  it('go on in the next slice in what is open at the end of one', () => {
    const lines = Array.from({ length: 400 }, (_, index) => `say "it's line ${index}"\n`).join('');
    const code = `a = """\n${lines}"""\nreturn 1\n`;
    const { pieces } = coloured(code, 'python', () => 0);
    assert.ok(scopesOf(pieces).filter((scope) => scope === 'string').length > 1);
    const strings = pieces.filter((piece) => scopesOf([piece])[0] === 'string');
    assert.equal(plainText(strings), `"""\n${lines}"""`);
    const [keyword] = pieces.filter((piece) => scopesOf([piece])[0] === 'keyword');
    assert.deepEqual(keyword, { tag: 'scope', scope: 'keyword', children: ['return'] });
  });

  it('are those of the whole where nothing is open between the lines', () => {
    const code = 'const a = f("b", 1); // c\n'.repeat(300);
    const found = (text: string): readonly string[] =>
      scopesOf(coloured(text, 'typescript', () => 0).pieces).filter((scope) => scope !== '');
    const once = found('const a = f("b", 1); // c\n');
    assert.ok(once.length > 3);
    assert.deepEqual(found(code), Array.from({ length: 300 }, () => once).flat());
  });

  it('stop with the frame, and go on with the next', () => {
    const highlighter = new Highlighter('json', () => 0);
    const code = '{ "a": 1 }\n'.repeat(1000);
    assert.equal(highlighter.run(code, 0), true);
    assert.equal(plainText(highlighter.pieces), code);
    const begun = count(highlighter.pieces);
    assert.equal(highlighter.run(code, Infinity), false);
    assert.ok(count(highlighter.pieces) > 2 * begun);
  });

  it('are given up for what takes too long again and again', () => {
    let now = 0;
    const highlighter = new Highlighter('json', () => (now += 80));
    const code = '{ "a": 1 }\n'.repeat(100);
    const frames = [1, 2, 3].map(() => highlighter.run(code, now));
    assert.deepEqual([...frames, highlighter.pieces], [true, true, false, [code]]);
  });
});

describe('Markdown', () => {
  const TOKENS = [
    ...['*', '**', '_', '~~', '`', '``', '[', ']', '(', ')', '![', '[a](', '[a](b "', '<', '<a '],
    ...['<!--', '<?', '<![CDATA[', '&', '&#', '&amp;', '&a;', '|', '|-', '- ', '> ', '# ', '1. '],
    ...['\n', '\n\n', '\n    ', '\t', ' ', '\\', '\\\n', 'a', 'a ', 'http://a', 'https://a('],
    ...['$', '$$', '\\(', '\\)', '\\[', '\\]', '{', '}', '$a$ ', '\n: ', '\n~ ', '- [ ] ', '<br>'],
    ...['mailto:a@b', '[a]: b', '[a][', '```', '~~~', '[^', '!', '=', '---', '\u202e', '\u0301'],
  ];

  /** Lays out all blocks of an answer; with the time and the number of pieces of the largest. */
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
    return { slowest: Math.max(...took), pieces: Math.max(...counts) };
  }

  const SHAPES: { readonly [name: string]: string } = {
    ...{ quotes: '>'.repeat(BLOCK), stars: '*'.repeat(BLOCK), brackets: '['.repeat(BLOCK) },
    'ticks of all lengths': Array.from({ length: 200 }, (_, i) => '`'.repeat(i + 1)).join(' '),
    'lists in lists': Array.from({ length: 200 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n'),
    definitions: Array.from({ length: 1500 }, (_, i) => `[a${i}]: b`).join('\n'),
    entities: Array.from({ length: 4000 }, (_, i) => `&a${i};`).join(''),
    links: repeated('[a](http://b) ', BLOCK),
    'references without end': `[a]: b\n${repeated('[a][', BLOCK - 10)}`,
    'a table with empty cells': `${'|'.repeat(1000)}\n${'|-'.repeat(999)}|\n${'|\n'.repeat(9000)}`,
    'dollars that open': repeated('$a ', BLOCK),
    'dollars and braces': repeated('${', BLOCK),
    'formulas without end': `${repeated('\\(', BLOCK - 10)} \\)`,
    'displayed formulas without end': `${repeated('$$\na\n', BLOCK - 1000)}${'\\[\na'.repeat(200)}`,
    'brackets at each line': `${repeated('\\[\n', BLOCK - 10)}\n\\]`,
    formulas: repeated('$a$ ', BLOCK),
    'words with meanings': repeated('a\n: b\n', BLOCK),
    'definitions in definitions': repeated('a\n: ', BLOCK),
    'a table in a quote': `> ${'|a'.repeat(200)}\n> ${'|-'.repeat(200)}\n${'> |a\n'.repeat(4000)}`,
  };

  for (const [name, text] of Object.entries(SHAPES)) {
    it(`never keeps the page for long: ${name}`, () => {
      const { slowest, pieces } = laidOut(text.slice(0, BLOCK));
      assert.ok(slowest < MOST, `${slowest} ms`);
      assert.ok(pieces <= BLOCK, `${pieces} pieces`);
    });
  }

  it('never keeps the page for long, whatever is repeated', () => {
    const random = sequence(2);
    const token = (): string => TOKENS[Math.floor(random() * TOKENS.length)] ?? '';
    for (let round = 0; round < 12; round++) {
      const words = Array.from({ length: 1 + Math.floor(random() * 4) }, token).join('');
      const { slowest, pieces } = laidOut(token() + repeated(words, BLOCK));
      assert.ok(slowest < MOST, `${JSON.stringify(words)}: ${slowest} ms`);
      assert.ok(pieces <= 2 * BLOCK, `${JSON.stringify(words)}: ${pieces} pieces`);
    }
  });

  it('has its markers of sources in the time of its length', () => {
    const text = repeated('```\n```\n', 100_000);
    const took = cpuMs(() => withMarkers(text, [{ end: 9, numbers: [1] }]));
    assert.ok(took < MOST, `${took} ms`);
  });

  it('keeps tables that were written', () => {
    const row = `|${'a|'.repeat(20)}\n`;
    const [table] = parseMarkdown(row + row.replaceAll('a', '-') + row.repeat(300));
    assert.equal(typeof table === 'string' ? table : table?.tag, 'table');
  });
});
