import type { TreeNode } from '../nodes';

/**
 * Whether these may stand where newer ones are still fetched: resources, but no row that only says how it stands with
 * a list. VS Code knows no row while it waits for a list, so what is chosen from a menu would arrive without its row.
 */
export function mayStay(rows: readonly TreeNode[]): boolean {
  return rows.some(({ node }) => node === 'resource' || node === 'group');
}

/** Lists that come after something else was shown in their place: each is drawn once, however often it was asked for. */
export class LateRows {
  readonly #awaited = new Map<string, number>();
  // Grows when everything changes: what was asked for before has no say any more.
  #round = 0;

  /** Everything is asked for anew. */
  forget(): void {
    this.#round += 1;
  }

  /** Calls `draw` when the list has come. `loading` never rejects. */
  after(key: string, loading: Promise<unknown>, draw: () => void): void {
    const round = this.#round;
    if (this.#awaited.get(key) === round) return;
    this.#awaited.set(key, round);
    void loading.then(() => {
      if (this.#awaited.get(key) === round) this.#awaited.delete(key);
      if (round === this.#round) draw();
    });
  }
}
