import assert from 'node:assert/strict';
import { matchRank, type MenuRow, shownRows } from '../../../../src/webview/kit/menuList';

const row = (label: string, over: Partial<MenuRow> = {}): MenuRow => ({
  id: label,
  label,
  ...over,
});

/** What is shown, a group per line. */
function lines(rows: readonly MenuRow[], typed = '', max?: number): readonly string[] {
  const { groups } = shownRows(rows, typed, max);
  return groups.map((group) => {
    const labels = group.rows.map(({ label }) => label).join(', ');
    return group.heading === undefined ? labels : `${group.heading}: ${labels}`;
  });
}

const MODELS: readonly MenuRow[] = [
  row('Gemini 2.5 Pro', { details: ['models/gemini-2.5-pro', 'Methods: generateContent'] }),
  row('Gemini 2.5 Flash', { description: '1.0M in · 66k out' }),
  row('Gemini 2.5 Flash-Lite'),
  row('Haiku writer', { separator: 'Tuned models' }),
  row('Flash cards'),
  row('Enter another model…', { separator: '', typedLabel: (typed) => `Use ${typed}` }),
  row('Embedding', { separator: 'For other tasks', details: ['Methods: embedContent'] }),
];

describe('the rows of a menu', () => {
  it('are in their groups, all of them where nothing is typed', () => {
    const all = [
      'Gemini 2.5 Pro, Gemini 2.5 Flash, Gemini 2.5 Flash-Lite',
      'Tuned models: Haiku writer, Flash cards',
      ': Enter another model…',
      'For other tasks: Embedding',
    ];
    assert.deepEqual(lines(MODELS), all);
    assert.deepEqual(lines(MODELS, '  '), all);
    assert.deepEqual(lines([]), []);
  });

  it('are the ones that match, best first, and the group of the best one first', () => {
    assert.deepEqual(lines(MODELS, 'flash'), [
      'Tuned models: Flash cards',
      'Gemini 2.5 Flash, Gemini 2.5 Flash-Lite',
      ': Enter another model…',
    ]);
  });

  it('match by what is told of them, and by letters in their order', () => {
    assert.deepEqual(lines(MODELS, 'EMBEDcontent'), [
      'For other tasks: Embedding',
      ': Enter another model…',
    ]);
    assert.deepEqual(lines(MODELS, 'g25lite'), ['Gemini 2.5 Flash-Lite', ': Enter another model…']);
    assert.deepEqual(lines(MODELS, '66k flash'), ['Gemini 2.5 Flash', ': Enter another model…']);
  });

  for (const [label, query, rank] of [
    ['Flash', 'flash', 0],
    ['Flash Lite', 'flash', 1],
    ['Gemini Flash', 'flash', 2],
    ['models/flash', 'flash', 2],
    ['Reflash', 'flash', 3],
    ['Fast lash', 'flash', 5],
    ['Haiku', 'flash', undefined],
    ['İstanbul', 'i', 1],
  ] as const) {
    it(`rank ${label} for ${query}: ${String(rank)}`, () => {
      assert.equal(matchRank(row(label), query), rank);
    });
  }

  it('are not all drawn where there are hundreds, but found all the same', () => {
    const many = Array.from({ length: 1000 }, (_, at) => row(`Model ${at}`));
    const other = row('Other', { separator: '', typedLabel: String });
    const { groups, more } = shownRows([...many, other], '', 300);
    assert.deepEqual(
      groups.map(({ rows }) => rows.length),
      [300, 1],
    );
    assert.equal(more, 700);
    assert.deepEqual(lines([...many, other], 'model 999'), ['Model 999', ': Other']);
    assert.equal(shownRows(many.slice(0, 300), '', 300).more, 0);
  });
});
