import assert from 'node:assert/strict';
import { PROCESSING_MS } from '../../../../src/emulator/corpora/chunks';
import { FakeClock } from '../../../fakes/clock';
import { call, refusal } from '../asUser';
import { useEmulator } from '../wire';

const DOCUMENT = 'corpora/c/documents/d';
const CHUNKS = `${DOCUMENT}/chunks`;

describe('emulator: chunks', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });
  const text = (stringValue: string): object => ({ data: { stringValue } });

  before(async () => {
    await call(emulator(), 'POST corpora', { name: 'corpora/c' });
    await call(emulator(), 'POST corpora/c/documents', { name: DOCUMENT });
    await call(emulator(), 'POST corpora/c/documents', { name: 'corpora/c/documents/other' });
  });

  it('are processed for a time, then active', async () => {
    const made = await call(emulator(), `POST ${CHUNKS}`, text('Rain in the morning'));
    assert.match(made.name, /^corpora\/c\/documents\/d\/chunks\/[a-z0-9]{12}$/);
    assert.equal(made.state, 'STATE_PENDING_PROCESSING');
    const stateOf = async (): Promise<unknown> =>
      (await call(emulator(), `GET ${made.name}`)).state;
    clock.advance(PROCESSING_MS - 1);
    assert.equal(await stateOf(), 'STATE_PENDING_PROCESSING');
    clock.advance(1);
    assert.equal(await stateOf(), 'STATE_ACTIVE');
    const moved = await call(emulator(), `PATCH ${made.name}?updateMask=customMetadata`, {
      customMetadata: [{ key: 'k', numericValue: 1 }],
    });
    assert.equal(moved.state, 'STATE_ACTIVE');
    assert.deepEqual(moved.data, { stringValue: 'Rain in the morning' });
    const changed = await call(
      emulator(),
      `PATCH ${made.name}?updateMask=data.stringValue`,
      text('Sun'),
    );
    assert.equal(changed.state, 'STATE_PENDING_PROCESSING');
    assert.deepEqual(changed.customMetadata, moved.customMetadata);
  });

  it('have data of up to 2,043 tokens', async () => {
    await call(emulator(), `POST ${CHUNKS}`, text('a '.repeat(2042).trimEnd()));
    assert.match(
      await refusal(emulator(), `POST ${CHUNKS}`, 400, text(' a'.repeat(2044))),
      /string_value: must have at most 2043 tokens, and has 2044/,
    );
  });

  it('keep their data: a mask cannot clear it', async () => {
    const name = `${CHUNKS}/kept`;
    await call(emulator(), `POST ${CHUNKS}`, { name, ...text('Kept') });
    for (const mask of ['data', '*', 'data.stringValue']) {
      await refusal(emulator(), `PATCH ${name}?updateMask=${mask}`, 400, {});
    }
    await refusal(emulator(), `PATCH ${name}?updateMask=state`, 400, {});
    assert.deepEqual((await call(emulator(), `GET ${name}`)).data, { stringValue: 'Kept' });
  });

  describe('in batches', () => {
    const create = (name: string, parent = DOCUMENT): object => ({
      parent,
      chunk: { name: `${CHUNKS}/${name}`, ...text(`Text of ${name}`) },
    });
    const names = async (): Promise<readonly string[]> => {
      const { chunks = [] } = (await call(emulator(), `GET ${CHUNKS}?pageSize=100`)) as {
        chunks?: { name: string }[];
      };
      return chunks.map(({ name }) => name);
    };

    it('are created, changed and deleted, 100 at a time', async () => {
      const requests = Array.from({ length: 100 }, (_unused, index) => create(`b${index}`));
      const { chunks } = (await call(emulator(), `POST ${CHUNKS}:batchCreate`, {
        requests,
      })) as unknown as {
        chunks: { name: string; createTime: string }[];
      };
      assert.deepEqual(
        chunks.map(({ name }) => name),
        Array.from({ length: 100 }, (_unused, index) => `${CHUNKS}/b${index}`),
      );
      const changed = await call(emulator(), `POST ${CHUNKS}:batchUpdate`, {
        requests: [
          {
            chunk: { name: `${CHUNKS}/b1`, customMetadata: [{ key: 'k', stringValue: 'v' }] },
            updateMask: 'customMetadata',
          },
          { chunk: { name: `${CHUNKS}/b2`, ...text('New') }, updateMask: 'data' },
        ],
      });
      const [first, second] = changed.chunks as { data: object; customMetadata?: object }[];
      assert.deepEqual(first?.data, { stringValue: 'Text of b1' });
      assert.deepEqual(first.customMetadata, [{ key: 'k', stringValue: 'v' }]);
      assert.deepEqual(second?.data, { stringValue: 'New' });
      const all = { requests: chunks.map(({ name }) => ({ name })) };
      assert.deepEqual(await call(emulator(), `POST ${CHUNKS}:batchDelete`, all), {});
      assert.equal(
        (await names()).some((name) => /\/b\d+$/.test(name)),
        false,
      );
    });

    it('are refused where there are more than 100', async () => {
      const requests = Array.from({ length: 101 }, (_unused, index) => create(`m${index}`));
      assert.match(
        await refusal(emulator(), `POST ${CHUNKS}:batchCreate`, 400, { requests }),
        /at most 100 requests/,
      );
    });

    it('are done as a whole or not at all', async () => {
      const before = await names();
      const attempts: readonly (readonly [number, string, readonly object[]])[] = [
        [400, 'batchCreate', [create('x1'), create('x2', 'corpora/c/documents/other')]],
        [404, 'batchDelete', [{ name: `${CHUNKS}/kept` }, { name: `${CHUNKS}/nope` }]],
        [
          404,
          'batchUpdate',
          [
            { chunk: { name: `${CHUNKS}/kept`, ...text('Changed') }, updateMask: 'data' },
            { chunk: { name: `${CHUNKS}/nope`, ...text('Changed') }, updateMask: 'data' },
          ],
        ],
      ];
      for (const [status, verb, requests] of attempts) {
        await refusal(emulator(), `POST ${CHUNKS}:${verb}`, status, { requests });
      }
      assert.deepEqual(await names(), before);
      assert.deepEqual((await call(emulator(), `GET ${CHUNKS}/kept`)).data, {
        stringValue: 'Kept',
      });
    });
  });
});
