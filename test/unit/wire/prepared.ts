import assert from 'node:assert/strict';
import { operationRow } from '../../../src/api/operations';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import type { HandlerContext } from '../../../src/emulator/handlerContext';
import { FakeClock } from '../../fakes/clock';
import type { Example } from './example';
import { LiteralClient } from './literalClient';
import { preparation, preparationOf, type Step } from './preparation';
import { addTunedModels } from './tunedModels';

/** Milliseconds in which everything that was prepared gets ready. */
const READY = 600_000;

/** An emulator in which what examples speak of is there. */
interface Prepared {
  readonly emulator: Emulator;
  readonly client: LiteralClient;
}

/**
 * Emulators for the tests of one `describe`. An example that reads has the same one as all that read; one that may
 * change or delete what another one needs has its own, with what it speaks of.
 */
export function usePrepared(): <T>(
  example: Example,
  work: (client: LiteralClient) => Promise<T>,
) => Promise<T> {
  let shared: Promise<Prepared> | undefined;
  after(async () => (await shared)?.emulator.close());
  return async (example, work) => {
    if (operationRow(example.id).effect === 'read') {
      return work((await (shared ??= prepare(preparation))).client);
    }
    const own = await prepare(preparationOf(example.wire), example);
    try {
      return await work(own.client);
    } finally {
      await own.emulator.close();
    }
  };
}

/** One emulator for the tests of one `describe`, in which everything is there that examples speak of. */
export function useEverything(): () => LiteralClient {
  let prepared: Prepared | undefined;
  before(async () => (prepared = await prepare(preparation)));
  after(() => prepared?.emulator.close());
  return () => prepared?.client ?? assert.fail('The emulator did not start.');
}

async function prepare(steps: readonly Step[], before?: Example): Promise<Prepared> {
  const clock = new FakeClock();
  const speed = { latency: 0, rate: 0 };
  const fill = (world: HandlerContext): void => addTunedModels(world, before);
  const emulator = await startEmulator({ clock, speed, prepare: fill });
  const client = new LiteralClient(emulator);
  await client.prepare(steps);
  clock.advance(READY);
  return { emulator, client };
}
