import type { Disposable } from '../base/disposable';
import type { Service } from '../emulator/exchange';
import type { OpenSession } from '../emulator/liveSessions';
import type { Channel } from './channel';
import { EXPIRED } from './closing';

/** So many seconds before the end the client is told of it. */
const NOTICE = 60;
const SECOND = 1000;

/** How long a connection lasts, on the service's clock: the client is told some time before its end. */
export class Lifetime implements OpenSession, Disposable {
  readonly #service: Pick<Service, 'world' | 'live'>;
  readonly #channel: Channel;
  readonly #gone = new AbortController();
  readonly #entry: Disposable;

  /** @param until when it ends at the latest, in milliseconds since 1970. */
  constructor(service: Pick<Service, 'world' | 'live'>, channel: Channel, until = Infinity) {
    this.#service = service;
    this.#channel = channel;
    this.#entry = service.live.add(this);
    const { connectionSeconds } = service.live;
    const now = service.world.time.now();
    const end = Math.min(now + connectionSeconds * SECOND, until);
    const notice = Math.min(NOTICE, Math.floor((end - now) / SECOND / 2));
    this.#at(end - notice * SECOND, () => this.goAway(notice));
  }

  goAway(seconds: number): void {
    void this.#channel.send({ goAway: { timeLeft: `${seconds}s` } });
    this.#at(this.#service.world.time.now() + seconds * SECOND, () => this.#channel.close(EXPIRED));
  }

  dispose(): void {
    this.#gone.abort();
    this.#entry.dispose();
  }

  /** Runs when a time has come, unless the connection is gone before. */
  #at(time: number, run: () => void): void {
    void this.#wait(time).then((isTime) => {
      if (isTime) run();
    });
  }

  async #wait(time: number): Promise<boolean> {
    const { signal } = this.#gone;
    const clock = this.#service.world.time;
    while (!signal.aborted && clock.now() < time) {
      await clock.until(time, signal).catch(() => undefined);
    }
    return !signal.aborted;
  }
}
