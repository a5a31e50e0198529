/** The sign-ins that are open, at most one for each connection: the newest wins. */
export class RunningSignIns {
  readonly #open = new Map<string, AbortController>();

  /** Runs one and ends the one before, whose dialog would hide behind this one. */
  async run<T>(id: string, work: (stop: AbortController) => Promise<T>): Promise<T> {
    this.#open.get(id)?.abort();
    const stop = new AbortController();
    this.#open.set(id, stop);
    try {
      return await work(stop);
    } finally {
      if (this.#open.get(id) === stop) this.#open.delete(id);
    }
  }
}
