import type { EnvironmentEntry } from '../../service/environmentFiles';

/** What an editor shows of a file. */
export interface EntryState {
  /** What the service told of it when it was read or written. */
  readonly modified: number;
  readonly size: number;
  /** As VS Code was told: milliseconds since 1970, and bytes. They change whenever the editor has to look anew. */
  readonly mtime: number;
  readonly shownSize: number;
}

/** What the editors of this window were read as, by the keys of their files. */
export class EntryStates {
  readonly #states = new Map<string, EntryState>();

  get(key: string): EntryState | undefined {
    return this.#states.get(key);
  }

  keys(): readonly string[] {
    return [...this.#states.keys()];
  }

  /** Notes what was read or written, and answers what VS Code is told. */
  show(key: string, { modified, size }: Pick<EnvironmentEntry, 'modified' | 'size'>): EntryState {
    const before = this.#states.get(key);
    const isSame = before?.modified === modified && before.size === size;
    const mtime = isSame ? before.mtime : Math.max(modified, (before?.mtime ?? 0) + 1);
    const state = { modified, size, mtime, shownSize: size };
    this.#states.set(key, state);
    return state;
  }

  /** Notes that VS Code takes so many bytes for what is there, until it looks anew. */
  pretend(key: string, shownSize: number): void {
    const before = this.#states.get(key);
    if (before) this.#states.set(key, { ...before, shownSize, mtime: before.mtime + 1 });
  }

  forget(key: string): void {
    this.#states.delete(key);
  }
}

/** Whether somebody else, such as the agent, has written a file since. */
export function isChanged(
  state: Pick<EntryState, 'modified' | 'size'>,
  now: Pick<EnvironmentEntry, 'modified' | 'size'>,
): boolean {
  return state.modified !== now.modified || state.size !== now.size;
}
