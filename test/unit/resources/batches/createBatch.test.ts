import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../../src/api/errors';
import type { JsonObject } from '../../../../src/api/schema/row';
import { objectAt } from '../../../../src/base/json';
import type { FileTarget } from '../../../../src/base/fileTarget';
import { createBatch } from '../../../../src/resources/batches/createBatch';
import type { FakeCall } from '../../../fakes/client';
import { fakeRoom } from '../../../fakes/room';
import { until } from '../../../fakes/until';

const FILE: FileTarget = { scheme: 'file', authority: '', path: '/home/questions.jsonl' };
const ask = (key: string, text = 'Why?'): JsonObject => ({
  key,
  request: { contents: [{ parts: [{ text }] }] },
});
const NAME = 'questions 01-31 12:00';

/** A service with batches: how it answers to a new one is up to the test. */
class BatchService {
  readonly batches: JsonObject[] = [];
  /** Thrown for a new batch, before or after it was made. */
  trouble: { readonly error: Error; readonly isMade: boolean } | undefined;
  /** Lists nothing yet. */

  readonly answer = ({ id, input }: FakeCall): JsonObject => {
    if (id === 'models.list') {
      return {
        models: [
          {
            name: 'models/chat',
            displayName: 'Chat',
            supportedGenerationMethods: ['generateContent'],
          },
          {
            name: 'models/flash',
            displayName: 'Flash',
            supportedGenerationMethods: ['batchGenerateContent'],
          },
          {
            name: 'models/vector',
            displayName: 'Vector',
            supportedGenerationMethods: ['embedContent'],
          },
        ],
      };
    }
    if (id === 'batches.list') return { operations: this.batches };
    const given = objectAt(input.body as JsonObject, 'batch');
    const { trouble } = this;
    this.trouble = undefined;
    const batch = {
      name: `batches/b${this.batches.length + 1}`,
      metadata: { displayName: given.displayName ?? '', state: 'BATCH_STATE_PENDING' },
    };
    if (trouble?.isMade !== false) this.batches.push(batch);
    if (trouble) throw trouble.error;
    return batch;
  };
}

function room(
  lines: readonly (JsonObject | string)[],
  ...answers: readonly (string | undefined)[]
) {
  const service = new BatchService();
  const made = fakeRoom(service.answer, ...answers);
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  const offer = (): void =>
    void made.localFiles.sources.push({ name: 'questions.jsonl', text: text.join('\n') });
  offer();
  const created = (): readonly FakeCall[] =>
    made.clients.calls.filter(({ id }) => id.includes('atchGenerate') || id.includes('asyncBatch'));
  const batchOf = (call: FakeCall | undefined): JsonObject =>
    objectAt((call?.input.body ?? {}) as JsonObject, 'batch');
  return { ...made, service, created, batchOf, offer };
}

const lost = (): Error => new TransportError('reset', 'The connection was lost.');

describe('creating a batch', () => {
  it('shows the plan before anything is sent, then sends a small one inline and follows it', async () => {
    const made = room([ask('a'), '{', ask('b')], 'Flash', 'Create batch job');
    await createBatch(made.room, FILE);
    const [plan] = made.prompts.asked.at(-1)?.items ?? [];
    assert.equal(plan?.description, '2 requests · 130 bytes · about 2 tokens');
    assert.deepEqual(
      made.created().map(({ id, input }) => [id, input.model]),
      [['models.batchGenerateContent', 'models/flash']],
    );
    const { displayName, inputConfig, model } = made.batchOf(made.created()[0]);
    assert.deepEqual([displayName, model], [NAME, 'models/flash']);
    assert.deepEqual(inputConfig, {
      requests: {
        requests: ['a', 'b'].map((key) => ({ request: ask(key).request, metadata: { key } })),
      },
    });
    assert.deepEqual(made.activity.followed, [
      {
        connection: 'aaaa1111',
        name: 'batches/b1',
        title: `Batch ${NAME}`,
        startedBy: 'models.batchGenerateContent',
      },
    ]);
    assert.deepEqual(
      made.revealed.map(({ name }) => name),
      ['batches/b1'],
    );
    assert.deepEqual(
      made.fileProblems.marked.get('file:///home/questions.jsonl')?.map(({ line }) => line),
      [2],
    );
  });

  it('uploads a larger one before, as the lines that were checked', async () => {
    const large = 'x'.repeat(1_500_000);
    const made = room([ask('a', large), 'no', ask('b', large)], 'Flash', 'Create batch job');
    const running = createBatch(made.room, FILE);
    // What is sent is a copy of its own.
    made.uploads.inspect = async (target) => {
      const [name = ''] = target.path.split('/').slice(-1);
      const text = (await made.folder('batches').read(name)) ?? '';
      assert.deepEqual(
        text.split('\n').map((one) => one.slice(0, 8)),
        ['{"key":"', '{"key":"', ''],
      );
      return {
        target,
        name,
        path: target.path,
        size: text.length,
        mimeType: 'application/json',
        readAll: () => Promise.reject(new Error('It is streamed.')),
      };
    };
    await until(() => made.uploads.started.length > 0);
    made.uploads.last.finish({ name: 'files/f1', state: 'ACTIVE' });
    await running;
    assert.deepEqual(made.batchOf(made.created()[0]).inputConfig, { fileName: 'files/f1' });
    assert.match(
      made.prompts.asked.at(-1)?.items?.find(({ label }) => label === 'Sent')?.description ?? '',
      /^as an uploaded file/,
    );
  });

  it('refuses a file without a request, and says what is wrong with the first line', async () => {
    const made = room(['{"key": 1}']);
    await assert.rejects(createBatch(made.room, FILE), { reason: 'noRequests', hint: /^Line 1: / });
    assert.deepEqual(made.created(), []);
  });
});

describe('a batch whose answer gets lost', () => {
  it('is found by its name and followed, and not sent again', async () => {
    const made = room([ask('a')], 'Flash', 'Create batch job');
    made.service.trouble = { error: lost(), isMade: true };
    await createBatch(made.room, FILE);
    assert.equal(made.created().length, 1);
    assert.deepEqual(
      made.activity.followed.map(({ name }) => name),
      ['batches/b1'],
    );
    assert.deepEqual(
      made.revealed.map(({ name }) => name),
      ['batches/b1'],
    );
  });

  it('is told to be unclear where it is not listed', async () => {
    const made = room([ask('a')], 'Flash', 'Create batch job');
    made.service.trouble = { error: lost(), isMade: false };
    await assert.rejects(createBatch(made.room, FILE), { reason: 'unclear', hint: /cost twice/ });
    assert.equal(made.created().length, 1);
  });

  it('was not taken where the service refuses it: nothing is kept of it', async () => {
    const made = room([ask('a')], 'Flash', 'Create batch job');
    const refused = new ServiceError({
      reason: 'invalidRequest',
      message: 'No such model.',
      httpStatus: 400,
      status: 'INVALID_ARGUMENT',
      details: { other: [] },
    });
    made.service.trouble = { error: refused, isMade: false };
    await assert.rejects(createBatch(made.room, FILE), refused);
    assert.deepEqual(await made.folder('batches').list(), []);
  });
});
