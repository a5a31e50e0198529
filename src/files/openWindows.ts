import { isObject, tryParse } from '../base/json';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { errorMessage } from '../base/errors';
import type { FileStore } from '../platform/files';
import type { Log } from '../platform/log';

/** Identifies a window to the other windows of this machine. */
export interface WindowIdentity {
  /** Letters and digits; new for each start. */
  readonly id: string;
  /** Of its extension host. */
  readonly pid: number;
  /** Whether a process of this machine runs. */
  readonly isAlive: (pid: number) => boolean;
}

export interface OpenWindowsDeps {
  readonly files: FileStore;
  readonly window: WindowIdentity;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds between two heartbeats, and after how many without one a window counts as closed. */
const HEARTBEAT = 20_000;
const CLOSED_AFTER = 60_000;

/**
 * Knows which windows are open, by heartbeats: a window with uploads writes one small file at intervals. A process id
 * alone would not do, because another process may have the one of a window that crashed.
 */
export class OpenWindows implements Disposable {
  readonly #parts: OpenWindowsDeps;
  readonly #onLate: () => void;
  #beatAt: number | undefined;
  #next: Disposable | undefined;
  #first: Promise<void> | undefined;
  #isOver = false;

  /** @param onLate called when this window was suspended for so long that another one may have taken it for closed. */
  constructor(parts: OpenWindowsDeps, onLate: () => void) {
    this.#parts = parts;
    this.#onLate = onLate;
  }

  /** Id of this window. */
  get own(): string {
    return this.#parts.window.id;
  }

  /** Resolves once other windows see that this one is open, for as long as it is. */
  begin(): Promise<void> {
    this.#first ??= this.#beat().catch((error: unknown) => {
      this.#first = undefined;
      throw error;
    });
    return this.#first;
  }

  /** Whether a window is open: this one, or another one with a recent heartbeat. */
  async isOpen(window: string): Promise<boolean> {
    const { files, window: own, clock } = this.#parts;
    if (window === own.id) return true;
    const beat = tryParse((await files.read(fileOf(window))) ?? '');
    if (!isObject(beat) || typeof beat.pid !== 'number' || typeof beat.at !== 'number')
      return false;
    // A heartbeat of another window with our own process id is from before our process.
    if (beat.pid === own.pid || !Number.isInteger(beat.pid) || beat.pid < 1) return false;
    return clock.now() - beat.at < CLOSED_AFTER && own.isAlive(beat.pid);
  }

  /** Deletes the heartbeat file of a window that is closed. */
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
    // One that others have not seen does not count.
    this.#beatAt = at;
    this.#beatLater();
  }

  #beatLater(): void {
    if (this.#isOver) return;
    this.#next = this.#parts.clock.schedule(HEARTBEAT, () => {
      this.#beat().catch((error: unknown) => {
        this.#warn(error);
        // A disk that is full for a moment must not let this window count as closed for good.
        this.#beatLater();
      });
    });
  }

  #warn(error: unknown): void {
    this.#parts.log.warn(`files: the sign of life of this window: ${errorMessage(error)}`);
  }
}

function fileOf(window: string): string {
  return `${window}.window`;
}
