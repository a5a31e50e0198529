import assert from 'node:assert/strict';
import { expectSoon } from './support/expectSoon.mjs';
import { startScriptedService } from './support/scriptedService.mjs';
import { usePlayground } from './support/usePlayground.mjs';

const RATE = 24_000;
const SECONDS = 1.5;

/** Samples of one tone, cut where base64 needs padding between the pieces. */
function pieces() {
  const samples = Buffer.alloc(RATE * SECONDS * 2);
  for (let at = 0; at < samples.length / 2; at += 1) {
    samples.writeInt16LE(Math.round(4000 * Math.sin((2 * Math.PI * 220 * at) / RATE)), at * 2);
  }
  const cuts = [0, 10_001, 30_000, 55_556, samples.length];
  return cuts.slice(1).map((end, index) => ({
    inlineData: {
      mimeType: `audio/L16;codec=pcm;rate=${RATE}`,
      data: samples.subarray(cuts[index], end).toString('base64'),
    },
  }));
}

describe('sound that streams in pieces', () => {
  /** @type {Awaited<ReturnType<typeof startScriptedService>>} */
  let service;

  before(async () => {
    const parts = [{ text: 'Listen.' }, ...pieces(), { text: 'That was it.' }];
    service = await startScriptedService('Speaker', new Map([['Speak', { parts }]]));
  });
  const { playground } = usePlayground({
    connections: () => [
      { id: 'scripted', name: 'Speakers', endpoint: service.origin, auth: 'none' },
    ],
  });
  after(() => service.close());

  it('is one player that has all of it, between the words before and after it', async () => {
    await playground.send('Speak');
    await playground.ended('Complete');
    const players = playground.last.locator('audio');
    await expectSoon(
      async () =>
        await players
          .first()
          .evaluate(
            (player, seconds) =>
              'duration' in player && Math.abs(Number(player.duration) - seconds) < 0.01,
            SECONDS,
          ),
      'The player does not have the whole sound.',
    );
    assert.equal(await players.count(), 1);
    assert.match(
      await playground.last.locator('.turn-body').innerText(),
      /Listen\.[^]*That was it\./,
    );
  });
});
