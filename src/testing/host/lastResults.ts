import type { CaseResult, CheckVerdict } from '../result';
import { rowOf } from './reportCells';

export interface LastResult {
  readonly verdict: CheckVerdict;
  readonly ms: number;
  /** In ms since 1970. */
  readonly at: number;
}

interface OfRun extends LastResult {
  readonly run: string;
}

/** Last results by test case: its own variants, and the models of the last comparison. */
export class LastResults {
  readonly #cases = new Map<string, Map<string, OfRun>>();

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

  of(
    one: Pick<CaseResult, 'place' | 'name'>,
    isOwn: (id: string) => boolean,
  ): readonly LastResult[] {
    const results = [...(this.#cases.get(rowOf(one)) ?? [])];
    const latest = results.reduce((last, [, { run }]) => (run > last ? run : last), '');
    return results.flatMap(([id, result]) => (result.run === latest || isOwn(id) ? [result] : []));
  }
}
