import { isObject, tryParse } from '../../base/json';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { errorMessage } from '../../base/errors';
import type { FileStore } from '../../platform/files';
import type { Log } from '../../platform/log';

/** A window, as other windows of this machine can tell whether it is open. */
export interface WindowIdentity {
  /** Letters and digits; another one for each start. */
  readonly id: string;
  /** Of its extension host. */
  readonly pid: number;
  /** Whether a process of this machine runs. */
  readonly isAlive: (pid: number) => boolean;
}

export interface OwnersParts {
  readonly files: FileStore;
  readonly window: WindowIdentity;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds between two signs of life, and after how many without one a window counts as gone. */
const BEAT = 20_000;
const GONE_AFTER = 60_000;

/**
 * Which windows are open. A window with uploads writes a small file now and then, one for all of them, so that a
 * number of a process that is used again does not speak for a window that crashed.
 */
export class Owners implements Disposable {
  readonly #parts: OwnersParts;
  readonly #onLate: () => void;
  #beatAt: number | undefined;
  #next: Disposable | undefined;
  #first: Promise<void> | undefined;
  #isOver = false;

  /** @param onLate told when this window stood still for so long that another one may have taken it for gone. */
  constructor(parts: OwnersParts, onLate: () => void) {
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

  /** Whether a window is open: this one, or another one that shows a sign of life. */
  async isOpen(window: string): Promise<boolean> {
    const { files, window: own, clock } = this.#parts;
    if (window === own.id) return true;
    const beat = tryParse((await files.read(fileOf(window))) ?? '');
    if (!isObject(beat) || typeof beat.pid !== 'number' || typeof beat.at !== 'number')
      return false;
    // The number of this process was another one's before.
    if (beat.pid === own.pid || !Number.isInteger(beat.pid) || beat.pid < 1) return false;
    return clock.now() - beat.at < GONE_AFTER && own.isAlive(beat.pid);
  }

  /** Takes away what a window left that is gone. */
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
    this.#beatAt = at;
    if (before !== undefined && at - before >= GONE_AFTER) this.#onLate();
    await files.write(fileOf(window.id), JSON.stringify({ pid: window.pid, at }));
    if (this.#isOver) return;
    this.#next = clock.schedule(BEAT, () => {
      this.#beat().catch((error: unknown) => this.#warn(error));
    });
  }

  #warn(error: unknown): void {
    this.#parts.log.warn(`files: the sign of life of this window: ${errorMessage(error)}`);
  }
}

function fileOf(window: string): string {
  return `${window}.window`;
}
