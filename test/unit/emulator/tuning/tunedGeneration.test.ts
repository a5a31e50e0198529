import assert from 'node:assert/strict';
import { FakeClock } from '../../../fakes/clock';
import { call } from '../asUser';
import { FLASH, say, start, tuning } from './tuningRequests';
import { errorOf, type Generated, textOf, useEmulator } from '../wire';

const examples = [
  { textInput: 'Write a haiku about rain', output: 'Rain on the tin roof' },
  { textInput: 'Write a haiku about an old dog', output: 'Old dog by the stove' },
  { textInput: 'three', output: 'four' },
];
const trainingData = { examples: { examples } };

describe('emulator: what tuned models say', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });
  const make = async (id: string, baseModel = FLASH): Promise<string> => {
    const path = `tunedModels?tunedModelId=${id}`;
    const body = tuning({ baseModel, topK: 7 }, { trainingData });
    return (await start(emulator(), body, path)).metadata.tunedModel;
  };
  let flash = '';
  before(async () => {
    flash = await make('flash');
    clock.advance(60_000);
  });
  const generated = async (prompt: string, more = {}): Promise<Generated> => {
    const answer = await say(emulator(), flash, prompt, more);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as Generated;
  };

  it('nothing while they are trained, and nothing if that failed', async () => {
    const young = await make('young');
    const early = await say(emulator(), young, 'three');
    assert.equal(early.status, 400);
    assert.equal(errorOf(early).status, 'FAILED_PRECONDITION');
    const { operations } = (await call(emulator(), `GET /v1/${young}/operations`)) as unknown as {
      operations: { name: string }[];
    };
    await call(emulator(), `POST /v1/${operations[0]!.name}:cancel`, {});
    const failed = await say(emulator(), young, 'three');
    assert.match(errorOf(failed).message, /FAILED/);
  });

  it('what they learned, for texts near an example', async () => {
    assert.equal(textOf(await generated('Write a haiku about rain')), examples[0]!.output);
    assert.equal(textOf(await generated('A haiku about my old dog')), examples[1]!.output);
    assert.equal(textOf(await generated('three')), 'four');
  });
});
