import assert from 'node:assert/strict';
import { objectAt } from '../../../../src/base/json';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { createTunedModel } from '../../../../src/resources/tuning/createTunedModel';
import type { Answer, FakeCall } from '../../../fakes/client';
import { fakeRoom } from '../../../fakes/room';

const OPERATION = 'tunedModels/haikus/operations/op1';
const MODEL: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'model',
  name: 'models/flash-tuning',
};

const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `in ${String(at)},out ${String(at)}`);
const TABLE = ['question,answer', ...lines(20)].join('\n');
const BAD = ['question,answer', ...lines(20), 'in 3,', 'in 0,out 0'].join('\n');

const service: Answer = ({ id }) => {
  if (id === 'models.list') {
    return {
      models: [
        { name: 'models/flash', displayName: 'Flash' },
        {
          name: 'models/flash-tuning',
          displayName: 'Flash for tuning',
          supportedGenerationMethods: ['createTunedModel'],
        },
      ],
    };
  }
  if (id === 'tunedModels.list') {
    return {
      tunedModels: [
        { name: 'tunedModels/ready', displayName: 'Ready', state: 'ACTIVE' },
        { name: 'tunedModels/busy', displayName: 'Busy', state: 'CREATING' },
      ],
    };
  }
  if (id === 'tunedModels.get') return { name: 'tunedModels/haikus', state: 'CREATING' };
  return { name: OPERATION, metadata: { tunedModel: 'tunedModels/haikus', totalSteps: 25 } };
};

const TO_THE_END = [
  'Use These Columns',
  'Haikus',
  '',
  'Writes haikus.',
  'Use These Values',
  'Start Tuning',
] as const;

function room(table: string, ...answers: readonly (string | undefined)[]) {
  const made = fakeRoom(service, ...answers);
  made.localFiles.sources.push({ name: 'haikus.csv', text: table });
  const created = (): FakeCall | undefined =>
    made.clients.calls.find(({ id }) => id === 'tunedModels.create');
  const body = () => created()?.input.body as JsonObject;
  return { ...made, created, body };
}

describe('creating a tuned model', () => {
  it('sends the examples of a file after a summary, and follows the training', async () => {
    const { room: made, created, body, prompts, activity, revealed } = room(TABLE, ...TO_THE_END);
    await createTunedModel(made, [MODEL]);
    const task = objectAt(body(), 'tuningTask');
    const { baseModel, displayName, description } = body();
    assert.deepEqual(
      [baseModel, displayName, description],
      ['models/flash-tuning', 'Haikus', 'Writes haikus.'],
    );
    assert.deepEqual(task.hyperparameters, { epochCount: 5, batchSize: 4 });
    const { examples } = objectAt(objectAt(task, 'trainingData'), 'examples');
    assert.equal((examples as readonly unknown[]).length, 20);
    assert.deepEqual((examples as readonly unknown[])[1], { textInput: 'in 1', output: 'out 1' });
    assert.equal(created()?.version, 'v1beta');
    assert.equal(created()?.input.tunedModelId, undefined);
    const summary = prompts.asked.at(-1)?.text ?? '';
    for (const fact of ['models/flash-tuning', 'Examples: 20 from haikus.csv', 'Steps: 25']) {
      assert.ok(summary.includes(fact), summary);
    }
    assert.deepEqual(activity.followed, [
      {
        connection: 'aaaa1111',
        startedBy: 'tunedModels.create',
        name: OPERATION,
        title: 'Tuning Haikus',
        target: 'tunedModels/haikus',
      },
    ]);
    assert.equal(revealed[0]?.name, 'tunedModels/haikus');
  });

  it('asks for a model where none was clicked: those that can be tuned, and finished tuned ones', async () => {
    const { room: made, body, prompts } = room(TABLE, 'Ready', ...TO_THE_END);
    await createTunedModel(made, []);
    assert.deepEqual(prompts.asked[0]?.choices, ['Flash for tuning', 'Ready']);
    assert.deepEqual(body().tunedModelSource, { tunedModel: 'tunedModels/ready' });
    assert.equal(body().baseModel, undefined);
  });

  it('takes an id, and other hyperparameters with their steps', async () => {
    const answers = [
      'Use These Columns',
      'Haikus',
      'my-haikus',
      '',
      'Epochs',
      '3',
      'Batch size',
      '8',
      'Learning rate multiplier',
      '0.5',
      'Use These Values',
      'Start Tuning',
    ];
    const { room: made, created, body, prompts } = room(TABLE, ...answers);
    await createTunedModel(made, [MODEL]);
    assert.equal(created()?.input.tunedModelId, 'my-haikus');
    assert.equal(body().description, undefined);
    assert.deepEqual(objectAt(body(), 'tuningTask').hyperparameters, {
      epochCount: 3,
      batchSize: 8,
      learningRateMultiplier: 0.5,
    });
    const steps = prompts.asked
      .filter(({ text }) => text === 'Hyperparameters')
      .map(({ items }) => items?.[0]?.description);
    assert.deepEqual(steps, ['25 steps', '15 steps', '8 steps', '8 steps']);
  });

  it('lets columns be exchanged, with a preview of the rows', async () => {
    const answers = ['Input', 'answer', ...TO_THE_END];
    const { room: made, body, prompts } = room(TABLE, ...answers);
    await createTunedModel(made, [MODEL]);
    const previews = prompts.asked
      .filter(({ text }) => text === 'Examples in haikus.csv')
      .map(({ items }) => [items?.[3]?.label, items?.[3]?.detail]);
    assert.deepEqual(previews, [
      ['in 0', 'out 0'],
      ['out 0', 'in 0'],
    ]);
    const data = objectAt(objectAt(body(), 'tuningTask'), 'trainingData');
    const [first] = objectAt(data, 'examples').examples as readonly unknown[];
    assert.deepEqual(first, { textInput: 'out 0', output: 'in 0' });
  });

  it('puts each bad row into the problems, and sends nothing until they are left out', async () => {
    const { room: made, created, fileProblems } = room(BAD, 'Use These Columns', 'Show Problems');
    await createTunedModel(made, [MODEL]);
    assert.equal(created(), undefined);
    const [[uri, problems] = []] = [...fileProblems.marked];
    assert.deepEqual(
      problems?.map(({ line, message }) => [line, message]),
      [
        [22, 'The output is empty.'],
        [23, 'Duplicate of the example on line 2.'],
      ],
    );
    assert.deepEqual(fileProblems.shown, [uri]);
  });

  it('makes it in the version of the row, and says where nothing can be tuned', async () => {
    const { room: made, created } = room(TABLE, ...TO_THE_END);
    await createTunedModel(made, [{ ...MODEL, version: 'v1beta3' }]);
    assert.equal(created()?.version, 'v1beta3');
    const none = fakeRoom(() => ({}));
    await assert.rejects(
      createTunedModel(none.room, []),
      /This connection has no models that can be tuned\./,
    );
  });
});
