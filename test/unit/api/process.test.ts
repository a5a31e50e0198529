import assert from 'node:assert/strict';
import { ASK, EVENT, Rigs, SSE } from './harness';
import { Gate } from './gate';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

describe('the process', () => {
  it('keeps its dispatcher and its fetch', async () => {
    const slots = [1, 2].map((n) => Symbol.for(`undici.globalDispatcher.${n}`));
    const state = (): unknown[] => [
      globalThis.fetch,
      ...slots.map((slot): unknown => Reflect.get(globalThis, slot)),
    ];
    const before = state();
    const { client } = await rigs.start((_request, wire) => wire.json(200, {}));
    await client.call('models.list', {});
    state().forEach((value, index) => assert.equal(value, before[index]));
  });

  it('sees no unhandled rejection from a broken stream that nobody reads on', async () => {
    const rejections: unknown[] = [];
    const note = (reason: unknown): void => {
      rejections.push(reason);
    };
    process.on('unhandledRejection', note);
    try {
      const closed = new Gate();
      const heard = new Gate();
      const { client } = await rigs.start(async (_request, wire) => {
        void wire.closed.then(closed.open);
        await wire.head(200, SSE);
        await wire.chunk(EVENT);
        await heard.opened;
        wire.reset();
      });
      const stream = client.stream('models.streamGenerateContent', ASK)[Symbol.asyncIterator]();
      await stream.next();
      heard.open();
      await closed.opened;
      for (let round = 0; round < 5; round++) await new Promise(setImmediate);
      assert.deepEqual(rejections, []);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});
