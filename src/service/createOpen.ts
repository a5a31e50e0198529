import { parseEndpoint } from '../api/endpoint';
import type { OperationId } from '../api/operations';
import type { RetryWait } from '../api/retry/retryPolicy';
import type { CredentialSource, Transport } from '../api/transport';
import type { Clock } from '../base/clock';
import { type Disposable, toDisposable } from '../base/disposable';
import { waitReason } from '../catalog/errorHelp';
import { operationTitle } from '../catalog/text';
import type { CallLimits } from './callLimits';
import type { OpenClient } from './clients';
import type { TrafficLog } from './trafficLog';
import { openWatched } from './watchedClient';

export interface OpenParts {
  readonly traffic: TrafficLog;
  readonly limits: () => CallLimits;
  /** Of calls that wait before they are sent again. */
  readonly notices: RetryNoticesParts;
}

/** How the extension opens clients: over the network, watched, and in the traffic log. */
export function createOpen({ traffic, limits, notices }: OpenParts): OpenClient {
  return openWatched(openRecorded(openUndiciClient, traffic), limits, new RetryNotices(notices));
}

/** Opens a client over the network. What that needs is loaded here, on first use. */
export const openUndiciClient: OpenClient = async ({
  endpoint,
  version,
  upload,
  credential,
  network,
  onExchange,
  isRecording,
}) => {
  const [{ createClient }, { UndiciTransport }] = await Promise.all([
    import('../api/client'),
    import('../api/undiciTransport'),
  ]);
  const connect = (origin: string, source: CredentialSource): Transport => {
    const transport = new UndiciTransport({
      endpoint: parseEndpoint(origin),
      credential: source,
      network: async () => network(),
      ...(isRecording ? { isRecording } : {}),
    });
    if (onExchange) transport.onDidExchange(onExchange);
    return transport;
  };
  return createClient({
    transport: connect(endpoint, credential),
    ...(upload && { uploadTransport: () => connect(upload.endpoint, upload.credential) }),
    preferredVersion: version,
  });
};

/** Opens clients whose requests the traffic log has. */
export function openRecorded(open: OpenClient, traffic: TrafficLog): OpenClient {
  return (target) =>
    open({
      ...target,
      onExchange: (exchange) => traffic.add(target.connection, exchange),
      isRecording: () => traffic.isOn,
    });
}

/** Milliseconds; shorter waits are over before anybody has read about them. */
const NOTICEABLE = 2000;

/** Shows a notice about a wait of so many milliseconds, with a button that cancels, until it is disposed. */
export type ShowWait = (
  title: string,
  message: string,
  durationMs: number,
  onCancel: () => void,
) => Disposable;

interface RetryNoticesParts {
  readonly show: ShowWait;
  /** `vscode.l10n`. */
  readonly l10n: { t(message: string, ...args: readonly (string | number)[]): string };
  readonly clock: Clock;
  readonly log: { warn(line: string): void };
}

interface Shown {
  readonly notice: Disposable;
  /** Of each call that waits. */
  readonly cancels: Set<() => void>;
}

/**
 * Tells of calls that wait before they are sent again: each in the log, and the long ones in a notice. Calls
 * of one operation that wait at the same time share one, and its button cancels them all.
 */
export class RetryNotices {
  readonly #parts: RetryNoticesParts;
  readonly #shown = new Map<OperationId, Shown>();

  constructor(parts: RetryNoticesParts) {
    this.#parts = parts;
  }

  /** Writes a wait to the log. */
  log({ operation, attempt, maxAttempts, delayMs, asked, error }: RetryWait): void {
    const status = 'httpStatus' in error ? `${error.httpStatus} ` : '';
    const why = asked ? 'as the service asks' : 'our own delay';
    this.#parts.log.warn(
      `${operation}: attempt ${attempt} of ${maxAttempts} ended with ${status}${error.reason}; the next in ${delayMs} ms, ${why}`,
    );
  }

  /** Shows a wait, if it is a long one, until it is over or disposed. */
  show(wait: RetryWait, cancel: () => void): Disposable {
    const { operation, delayMs } = wait;
    if (delayMs < NOTICEABLE) return toDisposable(() => undefined);
    const shown = this.#shown.get(operation) ?? this.#open(wait);
    shown.cancels.add(cancel);
    const end = toDisposable(() => {
      timer.dispose();
      shown.cancels.delete(cancel);
      if (shown.cancels.size > 0) return;
      shown.notice.dispose();
      this.#shown.delete(operation);
    });
    const timer = this.#parts.clock.schedule(delayMs, () => end.dispose());
    return end;
  }

  #open({ operation, attempt, maxAttempts, delayMs, error }: RetryWait): Shown {
    const { show, l10n } = this.#parts;
    const cancels = new Set<() => void>();
    const { message, args } = waitReason(error);
    const seconds = Math.ceil(delayMs / 1000);
    const outlook = l10n.t(
      'Waiting {0} s before attempt {1} of {2}.',
      ...[seconds, attempt + 1, maxAttempts],
    );
    const words = `${l10n.t(message, ...args)} ${outlook}`;
    const notice = show(operationTitle(operation), words, delayMs, () => {
      for (const cancel of [...cancels]) cancel();
    });
    const shown = { notice, cancels };
    this.#shown.set(operation, shown);
    return shown;
  }
}
