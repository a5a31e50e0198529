/** What a sign-in shows while it runs. */
export interface SignInView {
  /** Shows it again where it is hidden; says whether it was. */
  reopen(): boolean;
}

/** One sign-in that is open. */
export class RunningSignIn {
  readonly stop = new AbortController();
  /** Absent before it shows something. */
  view: SignInView | undefined;
}

/** The sign-ins that are open, at most one for each connection: the newest wins. */
export class RunningSignIns {
  readonly #open = new Map<string, RunningSignIn>();

  /** Runs one and ends the one before, whose dialog would hide behind this one. */
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

  /** Ends the one to a connection, so that it stores nothing any more. */
  end(id: string): void {
    this.#open.get(id)?.stop.abort();
    this.#open.delete(id);
  }

  /** Shows a hidden one again: that to a connection, else the newest. Says whether there was any. */
  reopen(id: string | undefined): boolean {
    const all = [...this.#open].reverse().filter(([of]) => id === undefined || of === id);
    return all.some(([, { view }]) => view?.reopen() === true);
  }
}

/** Those of this window. */
export const runningSignIns = new RunningSignIns();
