/** As far as a player in the page is needed. */
export interface SoundPlayer {
  src: string;
  /** In seconds. */
  currentTime: number;
  readonly paused: boolean;
  readonly ended: boolean;
  play(): Promise<void>;
  addEventListener(type: 'pause' | 'ended', listener: () => void): void;
}

/**
 * Gives a player the longer sound while an answer still brings more of it: at once where nobody listens, else
 * when it has played to its end, where it goes on by itself, or is paused. Its place stays.
 */
export class GrowingSound {
  readonly #player: SoundPlayer;
  #next: string | undefined;

  constructor(player: SoundPlayer) {
    this.#player = player;
    player.addEventListener('pause', () => {
      // At the end, a pause comes before it.
      if (!player.ended) this.#take();
    });
    player.addEventListener('ended', () => this.#take());
  }

  /** @param src the whole sound so far */
  grow(src: string): void {
    this.#next = src;
    if (this.#player.paused) this.#take();
  }

  #take(): void {
    const player = this.#player;
    if (this.#next === undefined) return;
    const { currentTime, ended } = player;
    player.src = this.#next;
    this.#next = undefined;
    // A new source begins at its start.
    if (currentTime > 0) player.currentTime = currentTime;
    // It may be refused, such as in a hidden page: then its button plays on.
    if (ended) player.play().catch(() => undefined);
  }
}
