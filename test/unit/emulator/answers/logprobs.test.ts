import assert from 'node:assert/strict';
import { type JsonObject } from '../../../../src/base/json';
import { useEmulator } from '../wire';
import { candidatesIn, Scripted } from './scripted';

const TOKENS = [
  {
    token: 'Yes',
    logProbability: -0.25,
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
});
