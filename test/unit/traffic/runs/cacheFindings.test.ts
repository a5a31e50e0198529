import assert from 'node:assert/strict';
import { findingsOf } from '../../../../src/traffic/runs/findings';
import type { RunExchange } from '../../../../src/traffic/runs/runExchange';
import { book, exchange, kindsOf, model, said, tokens, user } from './exchanges';

const ask = user('Weather?');

describe('findings about implicit caching', () => {
  const chatWith = (systems: readonly object[], prompt = 9000) =>
    systems.map((more, at) =>
      exchange({
        body: {
          contents: [ask, ...(at === 0 ? [] : [model({ text: 'Rain.' }), user('And?')])],
          ...more,
        },
        answer: said([{ text: 'Rain.' }], tokens(prompt)),
      }),
    );
  const system = (time: string) => ({
    systemInstruction: {
      parts: [{ text: `You help. It is 12:00:${time}. ${'Be kind. '.repeat(900)}` }],
    },
  });

  it('name the exact character of a timestamp in the system instruction', () => {
    const run = chatWith([system('01'), system('42')]);
    const [finding, ...rest] = book(run).runs.flatMap(findingsOf);
    assert.deepEqual(rest, []);
    assert.equal(finding?.kind, 'cache');
    assert.match(
      finding.text,
      /^First difference: systemInstruction\.parts\[0\]\.text, character 23 \(“42\. /,
    );
    assert.match(finding.text, /about 4\d tokens/);
  });

  it('need a prompt that could be cached, and no tokens that prove the opposite', () => {
    const cached = tokens(9000, 10, { cachedContentTokenCount: 8000 });
    const [first, second] = chatWith([system('01'), system('42')]);
    assert.ok(first && second);
    const refuted = exchange({
      body: JSON.parse(second.request() ?? '') as object,
      answer: said([], cached),
    });
    assert.deepEqual(kindsOf(chatWith([system('01'), system('42')], 500)), []);
    assert.deepEqual(kindsOf(chatWith([system('01'), system('01')])), []);
    assert.ok(!kindsOf([first, refuted]).includes('cache'));
  });

  it('see a time in the system instruction of each run once, at the latest', () => {
    const one = (more: object, answer = tokens(9000)) =>
      exchange({
        body: { contents: [user(`Question ${Math.random()}`)], ...more },
        answer: said([{ text: 'Rain.' }], answer),
      });
    const runs = ['01', '42', '59'].map((time) => one(system(time)));
    const [finding, ...rest] = book(runs).runs.flatMap(findingsOf);
    assert.deepEqual(
      [finding?.kind, finding?.id, finding?.other, finding?.more, rest],
      ['cache', runs[2]?.id, runs[1]?.id, 1, []],
    );
    assert.match(finding?.text ?? '', /parts\[0\]\.text, character 23 \(“59\. .+ the 8,\d+ equal/);
    const other = (start: string, end: string) => ({
      systemInstruction: { parts: [{ text: `${start} ${'Be kind. '.repeat(900)} ${end}` }] },
    });
    const apart: readonly (readonly RunExchange[])[] = [
      [one(system('01')), one(system('01'))],
      [one(system('01'), tokens(1500)), one(system('42'), tokens(1500))],
      [one(system('01')), one(system('42'), tokens(9000, 1, { cachedContentTokenCount: 8000 }))],
      [one(other('a'.repeat(300), '')), one(other('b'.repeat(300), ''))],
      [one(other('', '12:01')), one(other('', '12:42'))],
      [one(other('12:01', '1')), one(other('12:42', '2'))],
      [one(system('01')), exchange({ ...one(system('42')), app: 'other' })],
    ];
    for (const pair of apart) assert.deepEqual(kindsOf(pair), [], JSON.stringify(pair));
  });

  it('see tools that change between the requests of a run', () => {
    const tool = (name: string) => ({
      tools: [{ functionDeclarations: [{ name, description: 'x' }] }],
    });
    const [finding] = book(chatWith([tool('one'), tool('two')])).runs.flatMap(findingsOf);
    assert.match(
      finding?.text ?? '',
      /tools\[0\]\.functionDeclarations\[0\]\.name, character 1 \(“two”, previously “one”\)/,
    );
  });
});
