/** How far rows of a list may be apart, in pixels, before they are said to have another height. */
const TOLERANCE = 0.5;

/**
 * Where the rows of a long list are, of which few were ever drawn: what was measured counts, and the others are as
 * high as the first ones that were.
 */
export class RowHeights {
  readonly #measured = new Map<string, number>();
  #estimate: number;
  #isGuess = true;
  #ids: readonly string[] = [];
  /** Ends of the rows, in pixels from the top of the list. */
  #ends: Float64Array | undefined;

  /** @param estimate height of a row before any was measured, in pixels */
  constructor(estimate: number) {
    this.#estimate = estimate;
  }

  /** @param ids of the rows from top to bottom; the same array as long as they are the same */
  setRows(ids: readonly string[]): void {
    if (ids === this.#ids) return;
    this.#ids = ids;
    this.#ends = undefined;
  }

  /** Notes how high rows are, by their ids; answers whether anything moves by it. */
  measure(heights: ReadonlyMap<string, number>): boolean {
    if (heights.size === 0) return false;
    let isMoved = false;
    if (this.#isGuess) {
      this.#isGuess = false;
      const mean = [...heights.values()].reduce((sum, one) => sum + one, 0) / heights.size;
      isMoved = Math.abs(mean - this.#estimate) > TOLERANCE;
      if (isMoved) this.#estimate = mean;
    }
    for (const [id, height] of heights) {
      if (Math.abs(height - (this.#measured.get(id) ?? this.#estimate)) <= TOLERANCE) continue;
      this.#measured.set(id, height);
      isMoved = true;
    }
    if (isMoved) this.#ends = undefined;
    return isMoved;
  }

  /** The list has another width: nothing that was measured holds. */
  forget(): void {
    this.#measured.clear();
    this.#isGuess = true;
    this.#ends = undefined;
  }

  /** Pixels from the top of the list to the top of a row; of the row after the last, to the end. */
  top(index: number): number {
    return index <= 0 ? 0 : (this.#allEnds()[Math.min(index, this.#ids.length) - 1] ?? 0);
  }

  /** The row that is so many pixels from the top; the first or the last one beyond them. */
  rowAt(offset: number): number {
    const ends = this.#allEnds();
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(Math.min(low, ends.length - 1), 0);
  }

  #allEnds(): Float64Array {
    if (this.#ends) return this.#ends;
    const ends = new Float64Array(this.#ids.length);
    let end = 0;
    for (const [at, id] of this.#ids.entries()) {
      end += this.#measured.get(id) ?? this.#estimate;
      ends[at] = end;
    }
    this.#ends = ends;
    return ends;
  }
}
