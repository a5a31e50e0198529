import { FEWEST_COLUMNS } from '../../compare';
import type { OpenSession } from '../openSession';
import type { Comparison } from './comparison';

/** The tab of a comparison. When it goes, the comparison ends. */
export interface ComparisonTab {
  reveal(): void;
  dispose(): void;
}

/** The conversations of a comparison, as what is open in this window. */
export function columnSessions(comparison: Comparison, tab: ComparisonTab): readonly OpenSession[] {
  return comparison.columns.map(({ session, name }) => ({
    session,
    isColumn: true,
    reveal: () => tab.reveal(),
    async close() {
      if (comparison.columns.length > FEWEST_COLUMNS) {
        // It is deleted, perhaps with all the others: an undo brings the whole comparison back.
        await comparison.remove(name, true);
        return;
      }
      tab.dispose();
      await comparison.close();
    },
  }));
}
