import assert from 'node:assert/strict';
import { packedModel, packedModels, isShutDown } from '../../../src/api/modelPack';
import type { LensContext, LensMark } from '../../../src/lens/mark';
import { scan } from '../../../src/lens/scan';
import { skippedPaths, snippets } from './snippets';

const NOW = new Date('2026-11-28T12:00:00Z');
const LETTERS = { W: 'warning', I: 'information', H: 'hint', N: 'none' } as const;

/** Removes the marks in « » from a text. */
function parsed(marked: string) {
  const expected: string[] = [];
  let text = '';
  for (const [index, piece] of marked.split(/[«»]/).entries()) {
    const [, letter = '', plus = '', id = piece] =
      index % 2 === 0 ? [] : (/^([WIHN])(\+?):(.*)$/s.exec(piece) ?? assert.fail(piece));
    if (letter in LETTERS) {
      const severity = LETTERS[letter as keyof typeof LETTERS];
      expected.push(`${text.length} ${id} ${severity}${plus && ' with successor'}`);
    }
    text += id;
  }
  return { text, expected };
}

const marksOf = (path: string, text: string, context: Partial<LensContext> = {}) =>
  scan({ path, text }, { now: NOW, ...context });

function only(path: string, text: string, context?: Partial<LensContext>): LensMark {
  const [mark, ...more] = marksOf(path, text, context);
  assert.ok(mark && more.length === 0, text);
  return mark;
}

const model = (id: string, context?: Partial<LensContext>) => only('a.py', `"${id}"`, context);

describe('the lens marks', () => {
  for (const [path, marked] of snippets) {
    it(`${path}: ${marked
      .replaceAll(/[«»]|[WIHN]\+?:/g, '')
      .replaceAll('\n', ' ')
      .slice(0, 70)}`, () => {
      const { text, expected } = parsed(marked);
      const found = marksOf(path, text).map(({ start, end, severity, successor, kind }) => {
        const offered = kind === 'model' && successor !== undefined && severity !== 'none';
        return `${start} ${text.slice(start, end)} ${severity}${offered ? ' with successor' : ''}`;
      });
      assert.deepEqual(found, expected);
    });
  }

  it('nothing in files that repeat IDs without using them', () => {
    for (const path of skippedPaths) {
      assert.deepEqual(marksOf(path, '"models/gemini-pro" google-generativeai'), [], path);
    }
  });

  it('only whole IDs', () => {
    assert.equal(model('gemini-2.0-flash-lite').id, 'gemini-2.0-flash-lite');
    for (const text of [
      '"gemini-2.0-flash-liter"',
      '"my-gemini-pro"',
      '"x.gemini-pro"',
      '"gemini-pro_1"',
    ])
      assert.deepEqual(marksOf('a.py', text), [], text);
  });

  it('a notebook cell by its language', () => {
    const cell = { path: 'a.ipynb', text: '"gemini-pro"' };
    assert.equal(scan({ ...cell, languageId: 'python' }, { now: NOW })[0]?.severity, 'warning');
    assert.equal(scan({ ...cell, languageId: 'markdown' }, { now: NOW })[0]?.severity, 'none');
  });

  it('a retirement from the end of the last day in UTC', () => {
    const at = (now: string) => model('gemini-2.5-flash-image', { now: new Date(now) });
    assert.equal(at('2026-09-01T00:00:00Z').code, 'model-deprecated');
    assert.equal(at('2026-12-01T00:00:00Z').severity, 'information');
    assert.equal(at('2027-02-20T00:00:00Z').severity, 'warning');
    assert.equal(at('2027-03-15T23:59:59Z').code, 'model-ending');
    const gone = at('2027-03-16T00:00:00Z');
    assert.deepEqual([gone.code, gone.isDeprecated], ['model-retired', true]);
    assert.equal(gone.message.split('.')[1], '5-flash-image shut down on 2027-03-15');
  });

  it('what the connection says, rather than the pack', () => {
    const told = (id: string, status: 'open' | 'closed' | 'retired') =>
      model(id, { statusOf: (asked) => (asked === id ? status : undefined) });
    assert.equal(told('gemini-1.5-pro', 'open').severity, 'none');
    assert.equal(told('gemini-2.5-flash-lite', 'open').severity, 'none');
    assert.equal(told('gemini-2.5-pro', 'open').severity, 'warning');
    assert.equal(told('gemini-3.8-flash', 'retired').code, 'model-retired');
    assert.equal(told('gemini-2.5-flash-lite', 'closed').severity, 'warning');
    const closed = model('gemini-2.0-flash', { statusOf: () => 'closed' });
    assert.equal(closed.successor, undefined);
  });

  it('no date of the Gemini API for other APIs', () => {
    for (const form of ['vertex_ai/', 'publishers/google/models/', 'google/']) {
      const mark = only('a.py', `"${form}text-embedding-004"`);
      assert.doesNotMatch(mark.message, /\d{4}-\d\d/);
      assert.equal(mark.successor, undefined);
    }
  });

  it('successors of the same use that are served', () => {
    for (const { id, kind } of packedModels()) {
      const { successor } = only('a.py', `"models/${id}"`);
      const next = successor === undefined ? undefined : packedModel(successor);
      if (next) assert.ok(next.kind === kind && !isShutDown(next, NOW.getTime()), id);
    }
  });
});

describe('the lens and API keys', () => {
  const KEY = `AIzaSy${'aB3_dE6-gH9'.repeat(3)}`;

  it('marks keys in source code, and never repeats them', () => {
    const mark = only('app.js', `const ai = new GoogleGenAI({ apiKey: "${KEY}" });`);
    assert.deepEqual(
      [mark.code, mark.severity, mark.id, mark.end - mark.start],
      ['api-key', 'warning', '', 39],
    );
    assert.ok(!JSON.stringify(mark).includes(KEY.slice(0, 8)));
  });

  it('knows public keys, placeholders, and files that keys belong in', () => {
    const firebase = `{ apiKey: "${KEY}", authDomain: "x.firebaseapp.com" }`;
    assert.equal(only('firebase.ts', firebase).severity, 'information');
    assert.equal(only('tests/a.py', `k = "${KEY}"`).severity, 'hint');
    assert.deepEqual(marksOf('.env', `GEMINI_API_KEY=${KEY}`), []);
    assert.equal(only('.env.example', `GEMINI_API_KEY=${KEY}`).severity, 'warning');
    for (const key of ['AIzaSy...', 'AIzaSyYOUR_API_KEY', `AIzaSy${'X'.repeat(33)}`])
      assert.deepEqual(marksOf('a.py', `"${key}"`), [], key);
  });
});
