import type { Event } from '../base/event';

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
