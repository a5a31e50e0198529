import assert from 'node:assert/strict';
import { Rigs } from './harness';

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
});
