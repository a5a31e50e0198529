import { isObject, tryParse } from '../../base/json';
import { baseOf } from '../http';
import { logSourceResult, toSourceError, type SourceUpload } from '../responseSource';
import { StatusError } from '../status';
import type { UploadExchange, UploadTarget } from './exchange';

type UploadRequest = Omit<SourceUpload, 'content' | 'metadata'>;

/**
 * Responds with a recording instead of creating a resource. The emulator still handles the upload protocol.
 */
export const recorded: UploadTarget = {
  // Only recordings know whether the parent exists.
  checkRequest(exchange, metadata) {
    const { standIn } = exchange.service;
    const refused = read(() => standIn?.refused({ ...toUploadRequest(exchange), metadata }));
    if (!refused) return;
    exchange.entry.answeredBy = 'recording';
    throw errorOf(refused.status, refused.text);
  },
  checkSize: () => undefined,
  keeps: () => false,
  answer(exchange, metadata, content) {
    const { service, entry } = exchange;
    const { standIn } = service;
    if (!standIn) throw new TypeError('No other response source is active.');
    const outcome = read(() =>
      standIn.uploaded({ ...toUploadRequest(exchange), metadata, content }),
    );
    if (outcome.by === 'miss') return logSourceResult(outcome, entry);
    entry.answeredBy = outcome.by;
    if (outcome.status < 400) return outcome.text;
    throw errorOf(outcome.status, outcome.text);
  },
  create: () => {
    throw new TypeError('Uploads that are replayed create nothing.');
  },
};

function read<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSourceError(error);
  }
}

function toUploadRequest({ service, request, url, entry }: UploadExchange): UploadRequest {
  return {
    operation: entry.operation ?? 'other',
    method: request.method ?? '',
    target: `${url.path}?${url.query.toString()}`,
    headers: request.headers,
    base: baseOf(request, service),
  };
}

function errorOf(status: number, text: string): StatusError {
  const json = tryParse(text);
  const error = isObject(json) && isObject(json.error) ? json.error : {};
  const { message, status: word } = error;
  return new StatusError(
    status,
    typeof message === 'string' ? message : text,
    typeof word === 'string' ? { status: word } : {},
  );
}
