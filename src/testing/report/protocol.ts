import { call, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import { trustedShape, flag, integer, list, object, oneOf, text } from '../../webview/shape';
import type {
  ReportCell,
  ReportChoice,
  ReportDetail,
  ReportMeans,
  ReportRun,
  ReportSums,
} from './reportRun';

const id = text(20_000);
const VERDICT = oneOf('pass', 'fail', 'notMeasured', 'inconclusive');

const shownRun = trustedShape<ReportRun>(
  object({ id, cells: list(trustedShape<ReportCell>(object({ id, row: id })), 1_000_000) }),
);

export const reportProtocol = {
  calls: {
    ready: call(),
    choose: call(object({ run: id, before: id })),
    details: call(
      object({ row: id }),
      list(trustedShape<ReportDetail>(object({ id, verdict: VERDICT })), 10_000),
    ),
    open: call(
      object({
        what: oneOf('case', 'playground', 'json', 'exchange'),
        id,
        repeat: integer(0, 100_000),
      }),
    ),
    /** Reruns all tests, failed ones, or the given test cases. */
    rerun: call(object({ which: oneOf('all', 'failed', 'these'), ids: list(id, 10_000) })),
    cancel: call(),
    export: call(),
  },
  events: {
    runs: object({
      runs: list(trustedShape<ReportChoice>(object({ id })), 1000),
      run: id,
      before: id,
      isRunning: flag,
    }),
    shown: object({}, { run: shownRun, before: shownRun }),
    added: object({
      run: id,
      cells: list(trustedShape<ReportCell>(object({ id, row: id })), 1_000_000),
    }),
    ended: object({
      run: id,
      state: text(20),
      sums: trustedShape<ReportSums>(object({})),
      means: list(trustedShape<ReportMeans>(object({})), 10_000),
    }),
  },
} satisfies Protocol;

export type ReportProtocol = typeof reportProtocol;
export type ReportEvent = ProtocolEvent<ReportProtocol>;
