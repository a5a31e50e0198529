import assert from 'node:assert/strict';
import { startEmulator } from '../../../../src/emulator/server';
import type { HandlerContext } from '../../../../src/emulator/handlerContext';
import { FakeClock } from '../../../fakes/clock';
import { control } from '../wire';
import { Interacting } from './interacting';

const DAY = 24 * 60 * 60 * 1000;

describe('emulator: interactions whose time is over', () => {
  const clock = new FakeClock();
  let world: HandlerContext;
  let emulator: Awaited<ReturnType<typeof startEmulator>>;
  const on = new Interacting(() => emulator);

  before(async () => {
    emulator = await startEmulator({
      ...{ clock, seed: 'empty', speed: { latency: 0, rate: 0 } },
      prepare: (prepared) => (world = prepared),
    });
  });
  after(() => emulator.close());

  const count = (): number => world.state.count('interactions', '');

  it('go though nobody asks for them, and those that are younger stay', async () => {
    for (let made = 0; made < 3; made++) {
      await on.create({ input: `Number ${made}` });
      clock.advance(20 * DAY);
    }
    assert.equal(count(), 3);
    await on.create({ input: 'The last' });
    // 60, 40 and 20 days old; 55 is the end.
    assert.equal(count(), 3);
    await control(emulator, 'POST', 'interactions', { days: 30 });
    assert.equal(count(), 2);
  });
});
