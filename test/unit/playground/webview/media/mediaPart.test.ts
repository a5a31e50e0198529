import assert from 'node:assert/strict';
import {
  GrowingSound,
  type SoundPlayer,
} from '../../../../../src/playground/webview/media/mediaPart';

/** A player as a page has one: a new source stops it and begins at its start. */
class FakePlayer implements SoundPlayer {
  currentTime = 0;
  paused = true;
  ended = false;
  readonly sources: string[] = [];
  readonly #listeners: { readonly type: string; readonly listener: () => void }[] = [];

  get src(): string {
    return this.sources.at(-1) ?? '';
  }

  set src(value: string) {
    this.sources.push(value);
    this.currentTime = 0;
    this.paused = true;
    this.ended = false;
  }

  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.push({ type, listener });
  }

  pause(at: number): void {
    this.currentTime = at;
    this.paused = true;
    this.#tell('pause');
  }

  end(at: number): void {
    this.currentTime = at;
    this.paused = true;
    this.ended = true;
    this.#tell('pause');
    this.#tell('ended');
  }

  #tell(type: string): void {
    for (const one of this.#listeners) if (one.type === type) one.listener();
  }
}

describe('a sound that grows while it comes', () => {
  function open() {
    const player = new FakePlayer();
    player.src = 'a';
    return { player, sound: new GrowingSound(player) };
  }

  it('is longer at once where nobody listens', () => {
    const { player, sound } = open();
    sound.grow('ab');
    assert.deepEqual([player.sources, player.paused], [['a', 'ab'], true]);
    player.pause(0.5);
    sound.grow('abc');
    assert.deepEqual([player.src, player.currentTime, player.paused], ['abc', 0.5, true]);
  });

  it('is not interrupted while it plays, and goes on where what was there ends', async () => {
    const { player, sound } = open();
    await player.play();
    sound.grow('ab');
    sound.grow('abc');
    assert.equal(player.src, 'a');
    player.end(1);
    assert.deepEqual([player.sources, player.currentTime, player.paused], [['a', 'abc'], 1, false]);
    player.end(3);
    assert.equal(player.paused, true);
  });
});
