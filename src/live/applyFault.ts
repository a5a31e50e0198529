import type { ResponseFault } from '../emulator/call';
import type { MessageSink } from './channel';
import { INTERNAL_ERROR, toCloseReason } from './closeCodes';

// An incomplete message, so that clients test how they handle truncated JSON.
const HALF = '{"serverContent":{"modelTurn":{"parts":[{"te';

/**
 * Injects a response fault into a session. Faults without a WebSocket equivalent close the session.
 */
export function applyFault(accident: ResponseFault, channel: MessageSink): void {
  switch (accident.kind) {
    case 'error':
      channel.close(toCloseReason(accident.error));
      return;
    case 'reset':
      channel.reset();
      return;
    case 'stall':
      channel.mute();
      return;
    case 'malformed':
      channel.sendRaw(HALF);
      channel.mute();
      return;
    case 'page':
    case 'empty':
      channel.close(INTERNAL_ERROR);
      return;
  }
}
