import { isSuccess, notJson, readJson } from '../body';
import { TransportError } from '../errors/transportError';
import { isObject } from '../../base/json';
import type { WireAnswer } from '../transport';
import type { UploadedFile } from './upload';

/** What an answer says of the upload that it belongs to. */
export interface UploadState {
  /** `unknown` where it does not say: nothing may be concluded from it. */
  readonly status: 'active' | 'final' | 'cancelled' | 'unknown';
  readonly ok: boolean;
  /** Bytes that the service has. */
  readonly received: number | undefined;
}

const STATES = ['active', 'final', 'cancelled'] as const;

// Bytes of an answer that has nothing to say.
const MOST_IGNORED = 64 * 1024;

export function stateOf(answer: WireAnswer): UploadState {
  const named = answer.headers['x-goog-upload-status']?.trim().toLowerCase();
  return {
    status: STATES.find((state) => state === named) ?? 'unknown',
    ok: isSuccess(answer),
    received: countIn(answer, 'x-goog-upload-size-received'),
  };
}

/** A count of bytes in a header; undefined where there is none that can be believed. */
export function countIn({ headers }: WireAnswer, name: string): number | undefined {
  const text = headers[name]?.trim() ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The file in the last answer of an upload. Throws `TransportError` where there is none to be read. */
export async function fileIn(answer: WireAnswer): Promise<UploadedFile> {
  const body = await readJson(answer);
  const file = isObject(body.file) ? body.file : body;
  if (typeof file.name === 'string') return file;
  throw notJson(answer);
}

/** Reads what nobody wants, so that the connection can be used again. */
export async function ignoreBody({ body }: WireAnswer): Promise<void> {
  let length = 0;
  try {
    for await (const bytes of body) {
      length += bytes.length;
      if (length > MOST_IGNORED) return;
    }
  } catch (error) {
    // The head has said all that there is to know.
    if (!(error instanceof TransportError)) throw error;
  }
}

/** Says that an answer does not tell what became of the upload. */
export function unclear(): TransportError {
  return new TransportError('incomplete', 'The answer did not say how far the upload is.', {
    hint: 'Try again. If it happens again, check the endpoint of the connection and the proxy: it may take headers out of answers.',
  });
}

/** Says that an upload was begun, and nobody knows where. */
export function noAddress(): TransportError {
  return new TransportError('incomplete', 'The service did not say where to upload to.', {
    hint: 'Try again. If it happens again, check the endpoint of the connection and the proxy: it may take headers out of answers.',
  });
}
