import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { askAsUser, call, refusal } from '../asUser';
import { examplesOf, FLASH, listed, model, start, tuning } from './tuningRequests';
import { errorOf, useEmulator } from '../wire';

const METADATA = 'type.googleapis.com/google.ai.generativelanguage';

describe('emulator: creating tuned models', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });

  it('answers an operation of its version, without done', async () => {
    const made = await start(emulator());
    assert.match(made.name, /^tunedModels\/poet-[a-z0-9]{12}\/operations\/[a-z0-9]{12}$/);
    const tunedModel = made.name.split('/operations/')[0];
    const type = `${METADATA}.v1beta.CreateTunedModelMetadata`;
    assert.deepEqual(made, {
      name: made.name,
      metadata: { '@type': type, totalSteps: 38, tunedModel },
    });
  });

  it('takes an id once, and refuses what breaks the rule', async () => {
    const path = (id: string): string => `tunedModels?tunedModelId=${id}`;
    for (const id of ['a-1', `a${'x'.repeat(39)}`]) {
      const made = await start(emulator(), tuning(), path(id));
      assert.equal(made.metadata.tunedModel, `tunedModels/${id}`);
      const again = await askAsUser(emulator(), `POST ${path(id)}`, tuning());
      assert.equal(again.status, 409);
      assert.equal(errorOf(again).status, 'ALREADY_EXISTS');
    }
    for (const id of ['1a', 'a-', `a${'x'.repeat(40)}`]) {
      assert.match(await refusal(emulator(), `POST ${path(id)}`, 400, tuning()), /tuned_model_id/);
    }
  });

  it('needs just one source, and one that can be tuned', async () => {
    const { baseModel: _baseModel, ...none } = tuning();
    assert.match(await refusal(emulator(), 'POST tunedModels', 400, none), /source_model/);
    const both = tuning({ tunedModelSource: { tunedModel: 'tunedModels/a' } });
    assert.match(await refusal(emulator(), 'POST tunedModels', 400, both), /oneof/);
    for (const baseModel of ['models/emulator-pro', 'models/nope']) {
      const message = await refusal(emulator(), 'POST tunedModels', 404, tuning({ baseModel }));
      assert.match(message, /not supported for createTunedModel/);
    }
    await refusal(emulator(), 'POST tunedModels', 400, tuning({ baseModel: 'emulator-text-001' }));
    await refusal(emulator(), 'POST /v1beta3/tunedModels', 404, tuning({ baseModel: FLASH }));
  });

  it('holds examples and settings to their limits', async () => {
    const withExample = (example: JsonObject): JsonObject =>
      tuning({}, { trainingData: { examples: { examples: [...examplesOf(1), example] } } });
    const good = { textInput: '🙂'.repeat(40_000), output: '🙂'.repeat(5000) };
    await call(emulator(), 'POST tunedModels', withExample(good));
    const bad: readonly (readonly [body: object, problem: RegExp])[] = [
      [
        withExample({ ...good, textInput: 'x'.repeat(40_001) }),
        /examples\[1\]\.text_input: .*40000/,
      ],
      [withExample({ ...good, output: 'x'.repeat(5001) }), /examples\[1\]\.output: .*5000/],
      [withExample({ output: 'a' }), /examples\[1\]\.model_input/],
      [tuning({}, { trainingData: {} }), /training_data/],
      [tuning({}, { hyperparameters: { epochCount: 0 } }), /epoch_count: must be from 1 to 100/],
      [tuning({}, { hyperparameters: { learningRate: 2 } }), /learning_rate/],
      [tuning({}, { hyperparameters: { learningRate: 0.1, learningRateMultiplier: 1 } }), /oneof/],
      [tuning({ displayName: 'x'.repeat(41) }), /display_name/],
      [{ baseModel: FLASH }, /tuning_task/],
    ];
    for (const [body, problem] of bad) {
      assert.match(await refusal(emulator(), 'POST tunedModels', 400, body), problem);
    }
  });
});

describe('emulator: tuned models that are there', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });
  const make = async (id: string, change: object = {}): Promise<string> => {
    const path = `tunedModels?tunedModelId=${id}`;
    return (await start(emulator(), tuning({ ...change }), path)).metadata.tunedModel;
  };
  afterEach(async () => {
    for (const name of await listed(emulator(), 'tunedModels?filter=owner:me&pageSize=1000')) {
      await call(emulator(), `DELETE ${name}`);
    }
  });

  it('are changed as the mask says, by version', async () => {
    const name = await make('one', { readerProjectNumbers: ['12'] });
    clock.advance(1000);
    const mask = 'displayName,temperature,readerProjectNumbers';
    const body = { displayName: 'Other', temperature: 0, readerProjectNumbers: ['7'] };
    const changed = await call(emulator(), `PATCH ${name}?updateMask=${mask}`, body);
    assert.deepEqual(
      [changed.displayName, changed.temperature, changed.readerProjectNumbers],
      ['Other', 0, ['7']],
    );
    assert.equal(changed.state, 'CREATING');
    assert.notEqual(changed.updateTime, changed.createTime);
    assert.deepEqual(await call(emulator(), `GET ${name}`), changed);
    for (const wrong of ['state', 'nope']) {
      await refusal(emulator(), `PATCH ${name}?updateMask=${wrong}`, 400, {});
    }
    await refusal(emulator(), `PATCH ${name}?updateMask=temperature`, 400, { temperature: 2 });
    // The later version takes all that the body has where no mask is sent.
    const whole = await call(emulator(), `PATCH ${name}`, { description: 'Whole' });
    assert.deepEqual([whole.description, whole.displayName], ['Whole', 'Other']);
    await refusal(emulator(), `PATCH /v1beta3/${name}`, 400, { description: 'a' });
    await refusal(emulator(), `PATCH /v1beta3/${name}?updateMask=readerProjectNumbers`, 400, {});
    // Every field of that version, which knows no project numbers.
    await call(emulator(), `PATCH /v1beta3/${name}?updateMask=*`, { description: 'a' });
    const after = await model(emulator(), name);
    assert.deepEqual(
      [after.displayName, after.description, after.readerProjectNumbers],
      [undefined, 'a', ['7']],
    );
    assert.equal((await model(emulator(), name, 'v1beta3')).readerProjectNumbers, undefined);
  });
});
