import { isObject, tryParse } from '../base/json';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { errorMessage } from '../base/errors';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';

export interface WindowIdentity {
  readonly id: string;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
}

interface OpenWindowsDeps {
  readonly files: FileStore;
  readonly window: WindowIdentity;
  readonly clock: Clock;
  readonly log: Log;
}

/** Interval between heartbeats, and the time without one after which a window is closed, in ms. */
const HEARTBEAT = 20_000;
const CLOSED_AFTER = 60_000;

/**
 * Tracks open windows by heartbeat files. A process ID alone isn't enough: the ID of a crashed
 * window may be reused.
 */
export class OpenWindows implements Disposable {
  readonly #parts: OpenWindowsDeps;
  readonly #onLate: () => void;
  #beatAt: number | undefined;
  #next: Disposable | undefined;
  #first: Promise<void> | undefined;
  #isOver = false;

  /** @param onLate called if this window was suspended so long that others may think it's closed. */
  constructor(parts: OpenWindowsDeps, onLate: () => void) {
    this.#parts = parts;
    this.#onLate = onLate;
  }

  get own(): string {
    return this.#parts.window.id;
  }

  /** Resolves once other windows can see that this window is open. */
  begin(): Promise<void> {
    this.#first ??= this.#beat().catch((error: unknown) => {
      this.#first = undefined;
      throw error;
    });
    return this.#first;
  }

  async isOpen(window: string): Promise<boolean> {
    const { files, window: own, clock } = this.#parts;
    if (window === own.id) return true;
    const beat = tryParse((await files.read(fileOf(window))) ?? '');
    if (!isObject(beat) || typeof beat.pid !== 'number' || typeof beat.at !== 'number')
      return false;
    // A heartbeat with this process's ID is from before this process started.
    if (beat.pid === own.pid || !Number.isInteger(beat.pid) || beat.pid < 1) return false;
    return clock.now() - beat.at < CLOSED_AFTER && own.isAlive(beat.pid);
  }

  async forget(window: string): Promise<void> {
    await this.#parts.files.remove(fileOf(window));
  }

  dispose(): void {
    this.#isOver = true;
    this.#next?.dispose();
    if (!this.#first) return;
    this.forget(this.own).catch((error: unknown) => this.#warn(error));
  }

  async #beat(): Promise<void> {
    const { files, window, clock } = this.#parts;
    const [before, at] = [this.#beatAt, clock.now()];
    if (before !== undefined && at - before >= CLOSED_AFTER) this.#onLate();
    await files.write(fileOf(window.id), JSON.stringify({ pid: window.pid, at }));
    // The heartbeat was written too late for other windows to see it in time.
    this.#beatAt = at;
    this.#beatLater();
  }

  #beatLater(): void {
    if (this.#isOver) return;
    this.#next = this.#parts.clock.schedule(HEARTBEAT, () => {
      this.#beat().catch((error: unknown) => {
        this.#warn(error);
        // A temporarily full disk must not end the heartbeats.
        this.#beatLater();
      });
    });
  }

  #warn(error: unknown): void {
    this.#parts.log.warn(`files: couldn’t mark this window as open: ${errorMessage(error)}`);
  }
}

function fileOf(window: string): string {
  return `${window}.window`;
}
