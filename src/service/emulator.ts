import { lazy } from '../base/async';
import { type Disposable, DisposableStore } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { Emitter, type Event } from '../base/event';

/** Where the running emulator listens and what it takes as credentials. Memory only, never shown. */
export interface EmulatorAddress {
  /** Origin, such as `http://127.0.0.1:41234`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly accessToken: string;
  /** Opens the emulator's control API. */
  readonly controlToken: string;
}

export type EmulatorState =
  | { readonly status: 'stopped' | 'starting' }
  | { readonly status: 'running'; readonly port: number }
  | { readonly status: 'failed'; readonly message: string };

export interface StartOptions {
  /** The caller deals with damaged data (`emulatorData`) itself, so that nobody else need offer to. */
  readonly tellsDamage?: boolean;
}

/** The built-in emulator: a child process of this window, started on first use. */
export interface Emulator {
  readonly state: EmulatorState;
  /** Answers once it listens; callers that come meanwhile share the start. Throws `AppError`. */
  start(options?: StartOptions): Promise<EmulatorAddress>;
  stop(): Promise<void>;
  readonly onDidChangeState: Event<EmulatorState>;
}

/** An emulator that windows share. */
export interface SharedEmulator extends Emulator {
  /** Another window has started one since the one of this window ended: `start` finds it. */
  readonly onDidAppear: Event<void>;
}

/** Stands for the emulator until it is first started: only then the code for a child process loads. */
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
    // A child would outlive the window that is closing.
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
