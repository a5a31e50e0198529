import { TransportError, type TransportReason } from '../../api/errors/transportError';

// Nothing came back; what came back and was no answer is about the server.
const REASONS: readonly TransportReason[] = [
  'proxy',
  'certificate',
  'dns',
  'refused',
  'unreachable',
  'timeout',
  'idle',
  'reset',
];

/** The failure of the network behind an error, if it is one. */
export function networkFailure(error: unknown): TransportError | undefined {
  return error instanceof TransportError && REASONS.includes(error.reason) ? error : undefined;
}
