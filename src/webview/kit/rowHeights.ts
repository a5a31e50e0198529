/** Height differences up to this many pixels are ignored. */
const TOLERANCE = 0.5;

/**
 * Row positions of a virtual list: measured heights, and an estimate for other rows, based on the first
 * measured rows.
 */
export class RowHeights {
  readonly #measured = new Map<string, number>();
  #estimate: number;
  #isGuess = true;
  #ids: readonly string[] = [];
  /** Row ends, in pixels from the list's top. */
  #ends: Float64Array | undefined;

  /** @param estimate initial row height, in pixels */
  constructor(estimate: number) {
    this.#estimate = estimate;
  }

  /** @param ids row IDs in order; same array while unchanged */
  setRows(ids: readonly string[]): void {
    if (ids === this.#ids) return;
    this.#ids = ids;
    this.#ends = undefined;
  }

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

  forget(): void {
    this.#measured.clear();
    this.#isGuess = true;
    this.#ends = undefined;
  }

  /** Returns the top of a row, in pixels. The index after the last returns the total height. */
  top(index: number): number {
    return index <= 0 ? 0 : (this.#allEnds()[Math.min(index, this.#ids.length) - 1] ?? 0);
  }

  /** Returns the row at an offset in pixels, clamped. */
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
