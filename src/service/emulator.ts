import { lazy } from '../base/async';
import { type Disposable, DisposableStore } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { Emitter, type Event } from '../base/event';

/** URL and credentials of the running emulator. Memory only, never shown. */
export interface EmulatorAddress {
  /** Origin, such as `http://127.0.0.1:41234`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly accessToken: string;
  /** Authenticates to the emulator's control API. */
  readonly controlToken: string;
}

export type EmulatorState =
  | { readonly status: 'stopped' | 'starting' }
  | { readonly status: 'running'; readonly port: number }
  | { readonly status: 'failed'; readonly message: string };

export interface StartOptions {
  /** Whether the caller handles damaged data (`emulatorData`) itself. */
  readonly tellsDamage?: boolean;
}

/** The built-in emulator, a child process started on first use. */
export interface Emulator {
  readonly state: EmulatorState;
  /** Resolves when it listens. Concurrent calls share one start. Throws `AppError`. */
  start(options?: StartOptions): Promise<EmulatorAddress>;
  stop(): Promise<void>;
  readonly onDidChangeState: Event<EmulatorState>;
}

export interface SharedEmulator extends Emulator {
  /** Fires if another window has started a new emulator. `start` connects to that emulator. */
  readonly onDidAppear: Event<void>;
}

/** Loads the child process code only on the first start. */
export class LazyEmulator implements SharedEmulator, Disposable {
  readonly #load: () => Promise<Emulator>;
  readonly #changed = new Emitter<EmulatorState>();
  readonly #appeared = new Emitter<void>();
  readonly #disposables = new DisposableStore();
  #loaded: Emulator | undefined;
  readonly onDidChangeState = this.#changed.event;
  readonly onDidAppear = this.#appeared.event;

  constructor(load: () => Promise<SharedEmulator & Disposable>) {
    this.#disposables.add(this.#changed);
    this.#disposables.add(this.#appeared);
    this.#load = lazy(async () => {
      const loaded = this.#disposables.add(await load());
      this.#disposables.add(loaded.onDidChangeState((state) => this.#changed.fire(state)));
      this.#disposables.add(loaded.onDidAppear(() => this.#appeared.fire()));
      return (this.#loaded = loaded);
    });
  }

  get state(): EmulatorState {
    return this.#loaded?.state ?? { status: 'stopped' };
  }

  async start(options?: StartOptions): Promise<EmulatorAddress> {
    const emulator = await this.#load();
    // A child process would outlive the closing window.
    if (this.#disposables.isDisposed) throw new CancelledError();
    return await emulator.start(options);
  }

  async stop(): Promise<void> {
    await this.#loaded?.stop();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
