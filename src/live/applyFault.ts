import type { Accident } from '../emulator/call';
import type { Outlet } from './channel';
import { BROKEN, closingOf } from './closeCodes';

// An incomplete message, so that clients test how they handle truncated JSON.
const HALF = '{"serverContent":{"modelTurn":{"parts":[{"te';

/**
 * Injects a response fault into a session. Faults without a WebSocket equivalent close the session.
 */
export function mishap(accident: Accident, channel: Outlet): void {
  switch (accident.kind) {
    case 'error':
      channel.close(closingOf(accident.error));
      return;
    case 'reset':
      channel.reset();
      return;
    case 'stall':
      channel.fallSilent();
      return;
    case 'malformed':
      channel.sendRaw(HALF);
      channel.fallSilent();
      return;
    case 'page':
    case 'empty':
      channel.close(BROKEN);
      return;
  }
}
