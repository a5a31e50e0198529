import { call, type Protocol, type ProtocolEvent } from '../../webview/rpc';
import type { RunRow, RunView, TurnView } from './runViews';
import { integer, list, object, oneOf, text, trustedShape } from '../../webview/shape';

const id = integer(0, Number.MAX_SAFE_INTEGER);
const row = trustedShape<RunRow>(object({ id }));

export const runsProtocol = {
  calls: {
    ready: call(),
    showAll: call(),
    run: call(object({ run: id }), list(trustedShape<RunView>(object({ id })), 1)),
    turn: call(object({ turn: id }), list(trustedShape<TurnView>(object({ id })), 1)),
    /** Opens a request, or compares it with the request before. */
    open: call(object({ what: oneOf('open', 'compare'), turn: id })),
    remedy: call(
      object({
        what: oneOf('compare', 'openOther', 'bisect'),
        finding: text(2000),
        run: id,
      }),
    ),
  },
  events: {
    /** The folder is empty if all runs are shown. */
    runs: object({ rows: list(row, 10_000), note: text(500), folder: text(1000) }),
    changed: object({ rows: list(row, 10_000), removed: list(id, 10_000) }),
  },
} satisfies Protocol;

export type RunsProtocol = typeof runsProtocol;
export type RunsEvent = ProtocolEvent<RunsProtocol>;
