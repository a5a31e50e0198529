import type { CaseResult, CheckVerdict } from '../result';
import { rowOf } from './reportCells';

/** What came of a case with one variant, when it was asked last. */
export interface LastResult {
  readonly verdict: CheckVerdict;
  readonly ms: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface OfRun extends LastResult {
  readonly run: string;
}

/** What came of cases last: of each with its own variants, and of the models that its last run compared besides. */
export class LastResults {
  /** By the case and its variant. */
  readonly #cases = new Map<string, Map<string, OfRun>>();

  /** @param run its id; those sort by time, and what is newer stays. */
  add(run: string, { id, place, name, verdict, attempts }: CaseResult): void {
    const known = this.#cases.get(rowOf({ place, name })) ?? new Map<string, OfRun>();
    if ((known.get(id)?.run ?? '') > run) return;
    known.set(id, {
      run,
      verdict,
      ms: attempts.reduce((most, { durationMs }) => Math.max(most, durationMs), 0),
      at: attempts.reduce((latest, { startedAt }) => Math.max(latest, startedAt), 0),
    });
    this.#cases.set(rowOf({ place, name }), known);
  }

  /** @param isOwn whether an id is that of a variant of the case, as its file is now. */
  of(
    one: Pick<CaseResult, 'place' | 'name'>,
    isOwn: (id: string) => boolean,
  ): readonly LastResult[] {
    const results = [...(this.#cases.get(rowOf(one)) ?? [])];
    const latest = results.reduce((last, [, { run }]) => (run > last ? run : last), '');
    return results.flatMap(([id, result]) => (result.run === latest || isOwn(id) ? [result] : []));
  }
}
