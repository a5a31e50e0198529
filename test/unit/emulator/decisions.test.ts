import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../src/api/schema/row';
import { ask, control, json, useEmulator } from './wire';

const PATH = '/v1beta/decisions';
const broken = { type: 'noul', instructions: 'Is the product defective?' };
const desk = {
  type: 'choice',
  instructions: 'Who handles it?',
  criteria: { returns: 'Exchange', carrier: 'Damage', other: null },
};
const heat = { type: 'score', instructions: 'How upset?', criteria: ['calm', 'cross', 'furious'] };
const questions = { broken, desk, heat };
const ASKED = { model: 'gemini-decision-1', input: 'The lamp flickers.', questions };

interface Decided {
  readonly noul?: number;
  readonly choice?: string;
  readonly score?: number;
  readonly confidence: number;
  readonly probabilities?: { readonly [name: string]: number };
  readonly legend?: JsonObject;
}

type Answers = { readonly [id: string]: Decided };

describe('emulator: decisions', () => {
  const emulator = useEmulator();
  const decide = async (changed: JsonObject = {}): Promise<Answers> => {
    const { answers } = await json(emulator(), PATH, { ...ASKED, ...changed });
    return answers as unknown as Answers;
  };
  const refusal = async (changed: JsonObject): Promise<string> => {
    const { status, text } = await ask(emulator(), PATH, { body: { ...ASKED, ...changed } });
    const { error } = JSON.parse(text) as { error: { code: string; message: string } };
    return `${status} ${error.code} ${error.message}`;
  };

  it('are left open, each with the numbers of its kind', async () => {
    const { answers, usage } = await json(emulator(), PATH, ASKED);
    const found = answers as unknown as { readonly [N in keyof typeof questions]: Decided };
    const { noul = 0, confidence } = found.broken;
    assert.ok(noul >= 0.4 && noul <= 0.6, `${noul}`);
    assert.equal(confidence, Math.max(noul, Number((1 - noul).toFixed(2))));
    for (const { probabilities = {}, confidence: highest } of [found.desk, found.heat]) {
      const shares = Object.values(probabilities);
      assert.ok(
        shares.every((share) => Math.abs(share - 1 / 3) < 0.04),
        `${shares.join(' ')}`,
      );
      assert.ok(Math.abs(shares.reduce((sum, share) => sum + share) - 1) < 1e-9);
      assert.equal(highest, Math.max(...shares));
    }
    const { choice = '', probabilities = {} } = found.desk;
    assert.deepEqual(Object.keys(probabilities), ['carrier', 'other', 'returns']);
    assert.equal(probabilities[choice], found.desk.confidence);
    const shares = Object.values(found.heat.probabilities ?? {});
    const mean = shares.reduce((sum, share, level) => sum + level * share, 0);
    assert.ok(Math.abs((found.heat.score ?? 0) - mean) < 1e-9);
    assert.deepEqual(found.heat.legend, { 0: 'calm', 1: 'cross', 2: 'furious' });
    assert.ok(Number((usage as JsonObject).total_input_tokens) > 0);
  });

  it('take as much as is allowed, and no more', async () => {
    const many = (count: number): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, broken]));
    const options = (...names: readonly string[]): JsonObject => ({
      desk: { ...desk, criteria: Object.fromEntries(names.map((name) => [name, null])) },
    });
    assert.equal(Object.keys(await decide({ questions: many(1000) })).length, 1000);
    await decide({ questions: options('a'.repeat(128), '__proto__') });
    const refused: readonly JsonObject[] = [
      {},
      many(1001),
      { 'a b': broken },
      { heat: { ...heat, criteria: ['one'] } },
      options('one', ''),
      options('one', 'a'.repeat(129)),
      { broken: { ...broken, instructions: '' } },
      { broken: { ...broken, type: 'box' } },
    ];
    for (const wrong of refused) {
      const answer = await refusal({ questions: wrong });
      assert.match(answer, /^400 \w+ (Invalid value at|Missing)/, JSON.stringify(wrong));
    }
    const unknown = { broken: { ...broken, threshold: 1 } };
    assert.match(await refusal({ questions: unknown }), /^400 parameter_unknown /);
    assert.match(await refusal({ model: 'emulator-flash' }), /^404 model_not_found /);
  });

  it('are blocked, fail and are counted as other answers', async () => {
    const blocked = await json(emulator(), PATH, { ...ASKED, input: '[[block-prompt:OTHER]]' });
    assert.deepEqual(blocked.prompt_feedback, { block_reason: 'other' });
    assert.equal(blocked.answers, undefined);
    assert.match(await refusal({ input: '[[fail:503]]' }), /^503 service_unavailable /);
    await control(emulator(), 'POST', 'quotas', { perMinute: 1 });
    await decide();
    assert.match(await refusal({}), /^429 rate_limit_exceeded .*\n.*create_decision/);
    await control(emulator(), 'POST', 'quotas', {});
  });

  it('are scripted as a whole by rules that look at the questions', async () => {
    const raw: JsonValue = { answers: { broken: { type: 'noul', noul: 0.9, confidence: 0.9 } } };
    const when = { operation: 'decisions.create', body: { '$.questions.broken.type': 'noul' } };
    await control(emulator(), 'POST', 'mocks', { mocks: [{ when, response: { raw } }] });
    assert.deepEqual(await json(emulator(), PATH, ASKED), raw);
    assert.notDeepEqual(await decide({ questions: { desk } }), raw.answers);
  });

  const QUESTION = 'decisions.create';
  const mocks = (...list: readonly JsonObject[]): Promise<JsonObject> =>
    control(emulator(), 'POST', 'mocks', { mocks: list, replace: true });
  const mock = (question: JsonObject, decision: JsonValue, more: JsonObject = {}): JsonObject => ({
    when: { operation: QUESTION, question, ...more },
    response: { decision },
  });

  it('are answered by mocks one question at a time, by id, type and words', async () => {
    const user = { contains: 'flickers' };
    await mocks(
      mock({ id: 'broken' }, 0.93, { user }),
      mock({ type: 'choice', instructions: { contains: 'handles' } }, 'carrier'),
      mock({ type: 'score' }, { 0: 1, 1: 2, 2: 1 }),
    );
    const { status, headers, text } = await ask(emulator(), PATH, { body: ASKED });
    const { answers } = JSON.parse(text) as { readonly answers: Answers };
    assert.deepEqual([status, headers['x-emulator-invented']], [200, undefined]);
    assert.deepEqual(answers.broken, { type: 'noul', noul: 0.93, confidence: 0.93 });
    assert.deepEqual(answers.desk, {
      type: 'choice',
      choice: 'carrier',
      probabilities: { carrier: 0.95, other: 0.025, returns: 0.025 },
      confidence: 0.95,
    });
    assert.deepEqual(answers.heat, {
      type: 'score',
      score: 1,
      probabilities: { 0: 0.25, 1: 0.5, 2: 0.25 },
      legend: { 0: 'calm', 1: 'cross', 2: 'furious' },
      confidence: 0.5,
    });
    const { entries } = (await control(emulator(), 'GET', 'log')) as unknown as {
      readonly entries: readonly JsonObject[];
    };
    assert.equal(entries.at(-1)?.answeredBy, 'mock');
  });
});
