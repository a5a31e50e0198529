import type { Clock } from '../../base/clock';
import type { UploadProgress } from './upload';

// Milliseconds between two reports.
const PAUSE = 100;

/** Counts how far an upload is, and tells it at most ten times a second. */
export class ProgressMeter {
  readonly #clock: Clock;
  readonly #report: (progress: UploadProgress) => void;
  #sent = 0;
  #confirmed = 0;
  #toldAt = -Infinity;

  constructor(clock: Clock, report: (progress: UploadProgress) => void = () => undefined) {
    this.#clock = clock;
    this.#report = report;
  }

  /** The network has taken so many bytes more. */
  took(bytes: number): void {
    this.#sent += bytes;
    this.#tell();
  }

  /** The service has so many bytes; whatever else was sent is lost. */
  confirm(bytes: number): void {
    this.#confirmed = bytes;
    this.#sent = bytes;
    this.#tell();
  }

  /** All is there. */
  end(bytes: number): void {
    this.#toldAt = -Infinity;
    this.confirm(bytes);
  }

  #tell(): void {
    const now = this.#clock.monotonic();
    if (now - this.#toldAt < PAUSE) return;
    this.#toldAt = now;
    this.#report({ sent: this.#sent, confirmed: this.#confirmed });
  }
}
