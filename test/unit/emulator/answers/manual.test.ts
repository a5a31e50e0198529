import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'jsonc-parser/lib/esm/main.js';
import type { JsonObject } from '../../../../src/api/schema/row';
import { readRules } from '../../../../src/emulator/answers/read';
import { faultProblem } from '../../../../src/emulator/faultKinds';
import { useEmulator } from '../wire';
import { MODEL, partsIn, said, Scripted } from './scripted';

const MANUAL = readFileSync('src/emulator/README.md', 'utf8');
const EXAMPLES = [...MANUAL.matchAll(/```jsonc\n([^]*?)```/g)].map(([, text = '']) => text);
const validate = new Ajv({ strict: false }).compile(
  JSON.parse(readFileSync('media/mocks.schema.json', 'utf8')) as JsonObject,
);
const TOOLS = { tools: [{ functionDeclarations: [{ name: 'forecast' }] }] };

describe('emulator: the examples of rules in its manual', () => {
  const emulator = useEmulator();
  const by = (example = ''): Promise<Scripted> =>
    Scripted.with(emulator(), (parse(example) as { mocks: JsonObject[] }).mocks);

  it('are right', () => {
    assert.equal(EXAMPLES.length, 2);
    for (const example of EXAMPLES) {
      const options = { file: 'manual', folder: '.', faultProblem };
      assert.deepEqual(readRules(example, options).problems, []);
    }
  });

  it('fit the schema that editors have, and what is wrong does not', () => {
    for (const example of EXAMPLES) assert.ok(validate(parse(example)), example);
    for (const rule of [
      { response: { txt: 'a' } },
      { response: 'generated' },
      { when: { turn: 'first' }, response: { text: 'a' } },
      { when: { operation: 'models.generate' }, response: 'generate' },
      { responses: [{ error: 'NONE' }] },
      { response: { candidates: [{ pieces: [{ words: 'a' }] }] } },
    ]) {
      assert.equal(validate({ mocks: [rule] }), false, JSON.stringify(rule));
    }
  });

  it('answer as it says: the first', async () => {
    const on = await by(EXAMPLES[0]);
    const asked = said('The weather?', TOOLS);
    const called = partsIn(await on.generate(asked));
    assert.equal(called[0]?.functionCall?.name, 'forecast');
    const { id = '' } = called[0]?.functionCall ?? {};
    const response = { functionResponse: { id, name: 'forecast', response: { output: 'dry' } } };
    const contents = [
      ...(asked.contents as unknown as JsonObject[]),
      { role: 'model', parts: called as unknown as JsonObject[] },
      { role: 'user', parts: [response] },
    ];
    const cold = { contents, ...TOOLS, generationConfig: { temperature: 0 } };
    assert.equal(await on.text(cold), '12 °C and dry');
    const sum = (method?: string): ReturnType<Scripted['ask']> => on.ask('sum it', MODEL, method);
    assert.equal((await sum()).status, 429);
    const { broken, text } = await sum('streamGenerateContent?alt=sse');
    assert.deepEqual([broken, text.split('data: ').length], [true, 3]);
    for (const _again of [1, 2]) {
      assert.deepEqual(JSON.parse(await on.text('sum it')), { total: 3, of: 'sum it' });
    }
    assert.match(await on.text('Hello'), /Emulated response/);
  });
});

describe('emulator: rules by its control API', () => {
  const emulator = useEmulator({
    answers: {
      current: () => [
        {
          rule: { response: { text: 'of a file' } },
          key: 'k',
          label: 'a.mocks.jsonc:2',
          file: 'a.mocks.jsonc',
          line: 2,
          folder: '.',
          waits: 1,
        },
      ],
      onUse: () => undefined,
    },
  });
  const labels = ({ mocks }: JsonObject): readonly unknown[] =>
    (mocks as unknown as JsonObject[]).map(({ label, used }) => [label, used]);

  it('stand before those of files, in place of them, or are gone again, each session for itself', async () => {
    const on = await Scripted.with(emulator(), [{ response: { text: 'own' }, to: 'next' }]);
    assert.equal(await on.text('Hi'), 'own');
    const shown = await on.control('GET', 'mocks');
    assert.deepEqual(labels(shown), [['mock 1 of the session', 1]]);
    assert.equal(shown.state, 'next');
    const cleared = await on.control('DELETE', 'mocks');
    assert.deepEqual([labels(cleared), cleared.state], [[['a.mocks.jsonc:2', 0]], 'start']);
    assert.equal(await on.text('Hi'), 'of a file');
    const first = [{ name: 'first', when: { user: 'Ho' }, response: { text: 'own again' } }];
    assert.deepEqual(labels(await on.control('POST', 'mocks', { mocks: first })), [
      ['first (mock 1 of the session)', 0],
      ['a.mocks.jsonc:2', 1],
    ]);
    assert.deepEqual([await on.text('Ho'), await on.text('Hi')], ['own again', 'of a file']);
  });
});
