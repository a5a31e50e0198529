import { call, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import { asTold, flag, integer, list, object, oneOf, text } from '../../webview/shape';
import type {
  ReportCell,
  ReportChoice,
  ReportDetail,
  ReportMeans,
  ReportRun,
  ReportSums,
} from './reportRun';

const id = text(20_000);
const VERDICT = oneOf('pass', 'fail', 'notMeasured');

const shownRun = asTold<ReportRun>(
  object({ id, cells: list(asTold<ReportCell>(object({ id, row: id })), 1_000_000) }),
);

/** What the page of test reports asks of its host, and what it is told. */
export const reportProtocol = {
  calls: {
    /** The page has loaded and wants its content. */
    ready: call(),
    /** Shows a run, and another one that it is compared with: none where that is empty. */
    choose: call(object({ run: id, before: id })),
    /** A case of the run that is shown, with each of its variants. */
    details: call(
      object({ row: id }),
      list(asTold<ReportDetail>(object({ id, verdict: VERDICT })), 10_000),
    ),
    /** Opens something about an answer. */
    open: call(
      object({
        what: oneOf('case', 'playground', 'json', 'exchange'),
        id,
        repeat: integer(0, 100_000),
      }),
    ),
    /** Runs all there is, what failed in the run that is shown, or cases of it. */
    rerun: call(object({ which: oneOf('all', 'failed', 'these'), ids: list(id, 10_000) })),
    cancel: call(),
    export: call(),
  },
  events: {
    /** Which runs there are, and which of them is shown. */
    runs: object({
      runs: list(asTold<ReportChoice>(object({ id })), 1000),
      run: id,
      before: id,
      isRunning: flag,
    }),
    /** The run that is shown, and the one that it is compared with, as a whole. */
    shown: object({}, { run: shownRun, before: shownRun }),
    /** Further results of the run that is shown. */
    added: object({
      run: id,
      cells: list(asTold<ReportCell>(object({ id, row: id })), 1_000_000),
    }),
    /** The run that is shown has ended. */
    ended: object({
      run: id,
      state: text(20),
      sums: asTold<ReportSums>(object({})),
      means: list(asTold<ReportMeans>(object({})), 10_000),
    }),
  },
} satisfies Protocol;

export type ReportProtocol = typeof reportProtocol;
export type ReportEvent = ProtocolEvent<ReportProtocol>;
