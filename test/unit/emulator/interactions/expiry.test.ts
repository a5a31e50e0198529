import assert from 'node:assert/strict';
import { startEmulator } from '../../../../src/emulator/server';
import type { World } from '../../../../src/emulator/world';
import { watches } from '../../../../src/emulator/watches';
import { FakeClock } from '../../../fakes/clock';
import { ask, control } from '../wire';
import { Interacting } from './interacting';

const DAY = 24 * 60 * 60 * 1000;

describe('emulator: interactions whose time is over', () => {
  const clock = new FakeClock();
  let world: World;
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

  it('are kept with their input once, and give it back', async () => {
    const input = 'A long input. '.repeat(1000);
    const { id = '' } = await on.create({ input });
    const [stored] = world.state.list('interactions', '').slice(-1);
    assert.ok(JSON.stringify(stored).length < 2 * input.length);
    const { text } = await ask(emulator, `/v1beta/interactions/${id}?include_input=true`);
    assert.ok(text.includes(input));
  });

  it('are not watched any more once they have ended, though nobody is told of it', async () => {
    await on.create({ input: 'Hi', background: true });
    assert.equal(watches(world).length, 1);
    clock.advance(DAY);
    // Whatever begins lets the emulator look.
    await on.create({ input: 'Hi', background: true });
    clock.advance(DAY);
    await on.create({ input: 'Hi', background: true });
    assert.ok(watches(world).length <= 2);
  });
});
