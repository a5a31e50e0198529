import * as l10n from '@vscode/l10n';
import { commandId } from '../catalog/commands';
import type { LensTexts } from '../platform/textDocuments';
import {
  programRequest,
  isUnmatched,
  type SessionExchange,
  comparableRequest,
} from '../service/sessionExchange';
import type { TrafficEntry } from '../service/trafficLog';
import { operationRow, isOperationId } from '../api/operations';
import { MARK } from '../api/redact';
import { requestRow } from '../api/request';
import { AppError } from '../base/errors';
import type { CompletedExchange } from '../recordings/saveExchange';

type ExchangeUse = 'recorded' | 'copyable' | 'asksModel' | 'savable' | 'missed' | 'nearest';

const ASKS_MODEL = /[gG]enerateContent$/;

export function ownUses(entry: TrafficEntry): readonly ExchangeUse[] {
  const { name, recording } = entry;
  return [
    ...(recording ? (['recorded'] as const) : []),
    ...(recording && ASKS_MODEL.test(name) ? (['asksModel'] as const) : []),
    ...(isOwnSavable(entry) ? (['savable'] as const) : []),
  ];
}

export function programUses(entry: SessionExchange): readonly ExchangeUse[] {
  const isCopyable = programRequest(entry) !== undefined;
  return [
    ...(isCopyable ? (['copyable'] as const) : []),
    ...(isCopyable && ASKS_MODEL.test(entry.operation ?? '') ? (['asksModel'] as const) : []),
    ...(isSavable(entry) ? (['savable'] as const) : []),
    ...(isUnmatched(entry) ? (['missed'] as const) : []),
    ...(hasNearest(entry) ? (['nearest'] as const) : []),
  ];
}

export function exchangeActions(
  exchange: number,
  uses: readonly ExchangeUse[],
  isTrusted: boolean,
): readonly LensTexts[] {
  const at = { arguments: [{ exchange }] };
  const actions: LensTexts[] = [];
  if (uses.includes('nearest')) {
    const compare = l10n.t('Compare with Closest Recording');
    actions.push({ icon: 'diff', title: compare, command: commandId('compareWithNearest'), ...at });
    const show = l10n.t('Open Closest Recording');
    actions.push({ icon: 'open-preview', title: show, command: commandId('showNearest'), ...at });
  }
  if (isTrusted && uses.includes('missed')) {
    const title = l10n.t('Create Mock');
    actions.push({ icon: 'list-ordered', title, command: commandId('makeMissedRule'), ...at });
  }
  if (isTrusted && uses.includes('asksModel')) {
    const title = l10n.t('Save as Test Case…');
    actions.push({ icon: 'beaker', title, command: commandId('saveExchangeCase'), ...at });
  }
  if (uses.includes('savable')) {
    const title = l10n.t('Save as Recording');
    actions.push({ icon: 'save', title, command: commandId('saveRecording'), ...at });
  }
  return actions;
}

/** Whether a request can be saved as a recording: answered, complete, and not recorded already. */
export function isSavable({ answeredBy, isLeft, wire, status }: SessionExchange): boolean {
  const isGiven = answeredBy !== undefined && answeredBy !== 'miss' && answeredBy !== 'upstream';
  return isGiven && !isLeft && wire !== undefined && status !== undefined;
}

function hasNearest({ answeredBy, nearest }: SessionExchange): boolean {
  return answeredBy === 'miss' && nearest !== undefined;
}

/** Converts a request of an app for a recording. Throws `AppError` if a body wasn't retained completely. */
export function toCompletedAppExchange(entry: SessionExchange): CompletedExchange {
  const { operation = 'other', wire, status } = entry;
  const asked = comparableRequest(entry);
  if (!isSavable(entry) || !asked || !wire || status === undefined) {
    throw new AppError(
      'notWhole',
      l10n.t(
        'Couldn’t save a recording because the request or its response wasn’t stored completely.',
      ),
    );
  }
  return {
    ...asked,
    status,
    pieces: wire.pieces,
    mayBeArray: isOperationId(operation) && operationRow(operation).stream === true,
    answerHeaders: wire.answerHeaders,
  };
}

/** Whether a request can be saved as a recording: answered by the API and not an upload. */
function isOwnSavable({ recording, outcome, status }: TrafficEntry): boolean {
  return recording?.isRepeatable === true && outcome === 'answered' && status !== undefined;
}

// NUL, or the replacement character for invalid UTF-8.
const BINARY = /[\0\ufffd]/;

/**
 * Converts a request of the window for a recording. Throws `AppError` if a body wasn't retained completely.
 * @param bases base URLs at which the API was reached
 */
export function toCompletedExchange(
  entry: TrafficEntry,
  bases: readonly string[],
): CompletedExchange {
  const { name, recording, status } = entry;
  if (!isOwnSavable(entry) || !recording || status === undefined) {
    throw isIncomplete(
      l10n.t(
        'Couldn’t save a recording because the request or its response wasn’t stored completely.',
      ),
    );
  }
  const { requestText, responseText, isCut } = recording;
  if (isCut.request || isCut.response) {
    throw isIncomplete(l10n.t('The bodies are too long to be stored completely.'));
  }
  if (BINARY.test(requestText) || BINARY.test(responseText)) {
    throw isIncomplete(l10n.t('The bodies aren’t text, so they aren’t stored.'));
  }
  if (requestText.includes(MARK) || responseText.includes(MARK)) {
    throw new AppError(
      'hasSecret',
      l10n.t('Couldn’t save the recording because it contains a secret.'),
    );
  }
  const [method = '', target = ''] = recording.requestLine.split(' ');
  return {
    operation: name,
    method,
    target,
    bases,
    status,
    headers: recording.requestHeaders,
    body: Buffer.from(requestText),
    mayBeArray: requestRow(recording.request).stream === true,
    answerHeaders: recording.responseHeaders,
    pieces: piecesOf(recording, Buffer.from(responseText)),
  };
}

function isIncomplete(message: string): AppError {
  return new AppError('notWhole', message);
}

/** Returns timed chunks if the response wasn't compressed. */
export function piecesOf(
  { frames }: { readonly frames: Frames },
  whole: Buffer,
): CompletedExchange['pieces'] {
  const length = frames.reduce((sum, { bytes }) => sum + bytes, 0);
  if (length !== whole.length) return [{ ms: frames[0]?.atMs ?? 0, bytes: whole }];
  let from = 0;
  return frames.map(({ atMs, bytes }) => {
    from += bytes;
    return { ms: Math.round(atMs), bytes: whole.subarray(from - bytes, from) };
  });
}

type Frames = NonNullable<TrafficEntry['recording']>['frames'];
