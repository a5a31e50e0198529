import assert from 'node:assert/strict';
import { isObject, type JsonObject } from '../../../../src/base/json';
import { ask, useEmulator } from '../wire';
import { candidatesIn, MODEL, said, Scripted } from './scripted';

const TOKENS = [
  {
    ...{ token: 'Yes', logProbability: -0.25 },
    top: [
      { token: 'Yes', logProbability: -0.25 },
      { token: 'No', logProbability: -1.5 },
    ],
  },
  { token: '.', logProbability: -0.75 },
];

describe('emulator: scripted answers with probabilities', () => {
  const emulator = useEmulator();
  const lastOf = (message: JsonObject = {}): JsonObject =>
    (candidatesIn(message)[0] ?? {}) as unknown as JsonObject;

  it('say them as they are written, whole and at the end of a stream', async () => {
    const on = await Scripted.with(emulator(), [{ response: { text: 'Yes.', logprobs: TOKENS } }]);
    const pieces = await on.stream('Hi');
    for (const message of [await on.generate('Hi'), pieces.at(-1)]) {
      const { avgLogprobs, logprobsResult = {} } = lastOf(message);
      assert.equal(avgLogprobs, -0.5);
      const { logProbabilitySum, chosenCandidates, topCandidates } = logprobsResult as JsonObject;
      assert.equal(logProbabilitySum, -1);
      const plain = (list: unknown): unknown =>
        (list as JsonObject[]).map(({ tokenId: _id, ...rest }) => rest);
      const [yes, full] = [
        { token: 'Yes', logProbability: -0.25 },
        { token: '.', logProbability: -0.75 },
      ];
      assert.deepEqual(plain(chosenCandidates), [yes, full]);
      assert.deepEqual(
        (topCandidates as JsonObject[]).map(({ candidates }) => plain(candidates)),
        [[yes, { token: 'No', logProbability: -1.5 }], [full]],
      );
    }
  });

  it('have invented ones where a request asks for them and the rule has none', async () => {
    const on = await Scripted.with(emulator(), [{ response: { text: 'Yes.' } }]);
    assert.equal(lastOf(await on.generate('Hi')).logprobsResult, undefined);
    const generationConfig = { responseLogprobs: true, logprobs: 1 };
    const { logprobsResult } = lastOf(await on.generate(said('Hi', { generationConfig })));
    assert.ok(isObject(logprobsResult));
    const tokens = logprobsResult.chosenCandidates as { token: string }[];
    assert.equal(tokens.map(({ token }) => token).join(''), 'Yes.');
  });

  it('say them in the form of OpenAI too', async () => {
    const on = await Scripted.with(emulator(), [{ response: { text: 'Yes.', logprobs: TOKENS } }]);
    const messages = [{ role: 'user', content: 'Hi' }];
    const chat = async (more: JsonObject): Promise<string> => {
      const body = { model: MODEL, messages, logprobs: true, top_logprobs: 2, ...more };
      const headers = { authorization: `Bearer ${emulator().apiKey}` };
      const sent = { body, headers, anonymous: true };
      return (await ask(on.emulator, '/v1beta/openai/chat/completions', sent)).text;
    };
    const [yes, no] = [
      { token: 'Yes', logprob: -0.25, bytes: [89, 101, 115] },
      { token: 'No', logprob: -1.5, bytes: [78, 111] },
    ];
    const full = { token: '.', logprob: -0.75, bytes: [46] };
    const content = [
      { ...yes, top_logprobs: [yes, no] },
      { ...full, top_logprobs: [full] },
    ];
    const { choices } = JSON.parse(await chat({})) as { choices: JsonObject[] };
    assert.deepEqual(choices[0]?.logprobs, { content, refusal: null });
    const lines = (await chat({ stream: true })).split('\n');
    const chunks = lines.flatMap((line) =>
      line.startsWith('data: {') ? [JSON.parse(line.slice(6)) as JsonObject] : [],
    );
    const told = chunks.flatMap((chunk) => (chunk.choices as JsonObject[])[0]?.logprobs ?? []);
    assert.deepEqual(told, [{ content, refusal: null }]);
  });

  it('take nothing that is more than certain', async () => {
    const logprobs = [{ token: 'Yes', logProbability: 0.5 }];
    const rules = [{ response: { text: 'Yes', logprobs } }];
    await assert.rejects(Scripted.with(emulator(), rules), /It must be 0 or less/);
  });
});
