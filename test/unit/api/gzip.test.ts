import assert from 'node:assert/strict';
import { constants, createGzip } from 'node:zlib';
import type { Wire } from '../../fakes/faultServer';
import { Gate } from './gate';
import { EVENT, listen, reasonOf, Rigs, SSE } from './harness';

const rigs = new Rigs();
afterEach(() => rigs.closeAll());

/** Sends one event through gzip, flushed but not ended. */
async function sendOne(wire: Wire): Promise<void> {
  await wire.head(200, { ...SSE, 'content-encoding': 'gzip' });
  const gzip = createGzip();
  gzip.on('data', (bytes: Buffer) => {
    void wire.chunk(bytes);
  });
  gzip.write(EVENT);
  gzip.flush(constants.Z_SYNC_FLUSH);
}

describe('compressed streams', () => {
  it('keep what came before a break, and say what broke', async () => {
    for (const [end, reason] of [
      ['fin', 'incomplete'],
      ['reset', 'reset'],
      ['end', 'incomplete'],
    ] as const) {
      const heard = new Gate();
      const { client } = await rigs.start(async (_request, wire) => {
        await sendOne(wire);
        await heard.opened;
        await wire[end]();
      });
      const { count, error } = await listen(client, heard.open);
      assert.equal(count, 1, end);
      assert.equal(reasonOf(error), reason, end);
    }
  });
});
