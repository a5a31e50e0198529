import assert from 'node:assert/strict';
import { formulaOf } from '../../../../../src/playground/webview/math/engine';
import { allowedMath, type MathElement } from '../../../../../src/playground/webview/math/mathTree';

function elements(root: MathElement): readonly MathElement[] {
  return [root, ...root.children.flatMap((one) => (typeof one === 'string' ? [] : elements(one)))];
}

function textOf(root: MathElement): string {
  return root.children.map((one) => (typeof one === 'string' ? one : textOf(one))).join('');
}

const names = (tex: string): readonly string[] =>
  elements(formulaOf(tex, true)).map(({ name }) => name);

describe('MathML of a formula', () => {
  it('has what TeX says', () => {
    assert.deepEqual(names('x^2'), ['math', 'msup', 'mi', 'mn']);
    assert.deepEqual(names('\\frac{a}{b}'), ['math', 'mfrac', 'mi', 'mi']);
    assert.ok(names('\\begin{aligned} a &= b \\\\ &= c \\end{aligned}').includes('mtable'));
    assert.ok(names('\\begin{aligned}\n\na\n\n\\\\ b\n\\end{aligned}').includes('mtr'));
    assert.equal(formulaOf('x', true).attributes['display'], 'block');
    assert.equal(formulaOf('x', false).attributes['display'], undefined);
    assert.match(textOf(formulaOf('\\mathbb{R} \\text{if } \\alpha', true)), /ℝif\sα/);
  });

  it('has its lines as classes, and neither styles nor colours', () => {
    const all = elements(
      formulaOf(
        '\\color{red}{\\boxed{a}} \\begin{array}{c|c} b & c \\\\ \\hline d & e \\end{array}',
        true,
      ),
    );
    const classes = all.flatMap((one) => one.classes);
    for (const name of ['boxed', 'line-right', 'line-below'])
      assert.ok(classes.includes(name), name);
    const attributes = all.flatMap((one) => Object.keys(one.attributes));
    assert.deepEqual(
      attributes.filter(
        (name) => /style$|color|background|href|id|class/i.test(name) && name !== 'displaystyle',
      ),
      [],
    );
  });

  const REFUSED = [
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://canary.test}',
    '\\includegraphics{https://canary.test/a.png}',
    '\\style{background: url(https://canary.test)}{x}',
    '\\class{turn}{x}',
    '\\id{root}{x}',
    '\\data{a=b}{x}',
    '\\frac{1}{',
    'a & b',
    '\\def\\a{\\a\\a}\\a',
    '{'.repeat(5000),
    'x'.repeat(5000),
  ];
  for (const tex of REFUSED) {
    it(`is none for ${tex.slice(0, 40)}`, () => {
      assert.throws(() => formulaOf(tex, true));
    });
  }

  it('has no character that hides another', () => {
    assert.equal(textOf(formulaOf('a\\char"202E b\\text{\u200bc}', true)), 'abc');
  });

  it('draws nothing far from where it stands', () => {
    const lengths = elements(
      formulaOf('\\raisebox{90em}{a}\\kern-90em b\\rule{90em}{90em}\\hspace{-500pt}c', true),
    ).flatMap(({ attributes }) => Object.values(attributes).map(Number.parseFloat));
    for (const length of lengths.filter((one) => !Number.isNaN(one))) {
      assert.ok(length >= -2 && length <= 20, `${length}`);
    }
  });

  it('has only elements and attributes that are known, whatever the library makes', () => {
    const text = (content: string): object => ({ text: content });
    const found = allowedMath({
      type: 'math',
      attributes: { display: 'block', onclick: 'alert(1)', 'xlink:href': 'a', mathcolor: 'red' },
      classes: ['tml-left', 'turn'],
      style: { backgroundImage: 'url(a)', borderRight: '1px solid' },
      children: [
        { type: 'script', children: [text('alert(1)')] },
        {
          type: 'maction',
          attributes: { actiontype: 'x' },
          children: [{ type: 'mi', children: [text('a')] }],
        },
        { type: 'annotation-xml', children: [{ type: 'img', attributes: { src: 'a' } }] },
        { type: 'mspace', attributes: { width: '1000em', height: 'calc(1px)', depth: '1em' } },
      ],
    });
    assert.deepEqual(found, {
      name: 'math',
      attributes: { display: 'block' },
      classes: ['tml-left', 'line-right'],
      children: [
        'alert(1)',
        { name: 'mi', attributes: {}, classes: [], children: ['a'] },
        { name: 'mspace', attributes: { depth: '1em' }, classes: [], children: [] },
      ],
    });
  });
});

describe('TeX that is made to be slow', () => {
  const LENGTH = 5000;
  const WORDS =
    "{ x x^ x_{ \\frac \\sqrt{ \\left( \\text{a \\\\ \\begin{array}{c} \\hat ' 1 ~ \\, % ( \\big( é " +
    "\\rule{1em}{1em} \\text{$a$} a^b_c f' \\def\\a{ \\operatorname{a} \\hbox{ \\over \\substack{";
  for (const words of WORDS.split(' ')) {
    it(`takes no more than moments: ${words}`, () => {
      const before = process.cpuUsage();
      try {
        formulaOf(words.repeat(LENGTH / words.length), true);
      } catch (error) {
        assert.ok(error instanceof Error);
      }
      const { user, system } = process.cpuUsage(before);
      assert.ok((user + system) / 1000 < 1000, `${(user + system) / 1000} ms`);
    });
  }
});
