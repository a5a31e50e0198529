import type { Accident } from '../emulator/call';
import type { Outlet } from './channel';
import { BROKEN, closingOf } from './closing';

// Ends no message, so that readers see where it breaks off.
const HALF = '{"serverContent":{"modelTurn":{"parts":[{"te';

/** Lets a session go wrong as an answer would: what has no form here closes it. */
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
