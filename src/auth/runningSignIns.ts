export interface SignInView {
  /** Shows a hidden UI again. Returns whether it was hidden. */
  reopen(): boolean;
}

export class RunningSignIn {
  readonly stop = new AbortController();
  /** Undefined until shown. */
  view: SignInView | undefined;
}

/** Running sign-ins, at most one per connection; a new one replaces the old one. */
export class RunningSignIns {
  readonly #open = new Map<string, RunningSignIn>();

  /** Runs a sign-in and ends the previous one, whose dialog would be hidden. */
  async run<T>(id: string, work: (running: RunningSignIn) => Promise<T>): Promise<T> {
    this.end(id);
    const running = new RunningSignIn();
    this.#open.set(id, running);
    try {
      return await work(running);
    } finally {
      if (this.#open.get(id) === running) this.#open.delete(id);
    }
  }

  /** Ends the sign-in of a connection, so that it stores nothing. */
  end(id: string): void {
    this.#open.get(id)?.stop.abort();
    this.#open.delete(id);
  }

  /** Shows the hidden sign-in of a connection, or the newest. Returns whether there was one. */
  reopen(id: string | undefined): boolean {
    const all = [...this.#open].reverse().filter(([of]) => id === undefined || of === id);
    return all.some(([, { view }]) => view?.reopen() === true);
  }
}

export const runningSignIns = new RunningSignIns();
