import { lazy } from '../base/async';
import { DisposableStore, type Disposable } from '../base/disposable';
import { CancelledError } from '../base/errors';
import { Emitter } from '../base/event';
import type { Emulator, EmulatorAddress, EmulatorState, StartOptions } from './emulator';

/** Stands for the emulator until it is first started: only then the code for a child process loads. */
export class LazyEmulator implements Emulator, Disposable {
  readonly #load: () => Promise<Emulator>;
  readonly #changed = new Emitter<EmulatorState>();
  readonly #disposables = new DisposableStore();
  #loaded: Emulator | undefined;
  readonly onDidChangeState = this.#changed.event;

  constructor(load: () => Promise<Emulator & Disposable>) {
    this.#disposables.add(this.#changed);
    this.#load = lazy(async () => {
      const loaded = this.#disposables.add(await load());
      this.#disposables.add(loaded.onDidChangeState((state) => this.#changed.fire(state)));
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
