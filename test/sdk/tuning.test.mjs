import assert from 'node:assert/strict';
import { all, clientOf, useEmulator } from './support/emulator.mjs';
import { loadGenai } from './support/genai.mjs';

const examples = Array.from({ length: 20 }, (_, index) => ({
  textInput: String(index),
  output: String(index + 1),
}));

describe('@google/genai: tuned models', () => {
  // The SDK has no other credential than a key, which the live service takes too.
  const emulator = useEmulator(['--tuned-models-accept-keys', '--tuning-speed', '1000000']);

  it('tunes, watches, lists, generates, changes and deletes one', async () => {
    const { models, tunings } = clientOf(emulator());
    const job = await tunings.tune({
      baseModel: 'models/emulator-flash-tuning',
      trainingDataset: { examples },
      config: {
        tunedModelDisplayName: 'Successors',
        epochCount: 3,
        batchSize: 4,
        learningRate: 0.001,
        // This version of the SDK forgets to send the data set it is given.
        httpOptions: {
          extraBody: { tuningTask: { trainingData: { examples: { examples } } } },
        },
      },
    });
    assert.match(job.name, /^tunedModels\/successors-[a-z0-9]+$/);
    assert.equal(job.state, 'JOB_STATE_QUEUED');

    const done = await ended(() => tunings.get({ name: job.name }));
    assert.equal(done.state, 'JOB_STATE_SUCCEEDED');
    assert.equal(done.tunedModel?.model, job.name);

    const listed = await all(await models.list({ config: { queryBase: false, pageSize: 1 } }));
    assert.ok(listed.some(({ name }) => name === job.name));

    const answer = await models.generateContent({ model: job.name, contents: '7' });
    assert.equal(answer.text, '8');

    const changed = await models.update({
      model: job.name,
      config: { displayName: 'Next numbers', description: 'Adds one.' },
    });
    assert.equal(changed.displayName, 'Next numbers');
    assert.equal((await models.get({ model: job.name })).description, 'Adds one.');

    await models.delete({ model: job.name });
    const { ApiError } = loadGenai();
    await assert.rejects(
      models.get({ model: job.name }),
      (error) => error instanceof ApiError && error.status === 403,
    );
  });

  /**
   * @param {() => Promise<import('./support/genai.mjs').TuningJob>} get
   * @returns {Promise<import('./support/genai.mjs').TuningJob>} The job when it is over; mocha's time bounds the wait.
   */
  async function ended(get) {
    for (;;) {
      const job = await get();
      if (!['JOB_STATE_QUEUED', 'JOB_STATE_RUNNING'].includes(job.state)) return job;
    }
  }
});

describe('@google/genai: tuned models with a key, where the documents hold', () => {
  const emulator = useEmulator();

  it('are refused', async () => {
    const { ApiError } = loadGenai();
    await assert.rejects(
      clientOf(emulator()).models.list({ config: { queryBase: false } }),
      (error) => error instanceof ApiError && error.status === 401,
    );
  });
});
