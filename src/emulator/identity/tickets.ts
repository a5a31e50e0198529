import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServiceTime } from '../state/time';
import { REPEATED } from './authorization';
import type { Parameters } from './parameters';

/** Milliseconds that a consent page can be answered. */
export const TICKET_LIFE = 600_000;

/**
 * One-time values of consent forms. A page that is shown leaves nothing behind: its ticket is sealed over
 * the request and the time, and only used ones are remembered, until they would have ended anyway.
 */
export class Tickets {
  readonly #time: ServiceTime;
  readonly #key = randomBytes(32);
  readonly #used = new Map<string, number>();

  constructor(time: ServiceTime) {
    this.#time = time;
  }

  issue(parameters: Parameters): string {
    const id = randomBytes(16).toString('hex');
    const endsAt = this.#time.now() + TICKET_LIFE;
    return `emulator-ticket-${id}.${endsAt}.${this.#seal(id, endsAt, parameters)}`;
  }

  /** Uses a ticket up. False where it is not of this request, has ended, or was used before. */
  use(ticket: string, parameters: Parameters): boolean {
    const [, id, end, seal] = /^emulator-ticket-(\w{32})\.(\d{1,16})\.(\w{64})$/.exec(ticket) ?? [];
    if (id === undefined || end === undefined || seal === undefined) return false;
    const endsAt = Number(end);
    const right = this.#seal(id, endsAt, parameters);
    if (!timingSafeEqual(Buffer.from(seal), Buffer.from(right))) return false;
    const now = this.#time.now();
    for (const [old, oldEnd] of this.#used) if (oldEnd <= now) this.#used.delete(old);
    if (endsAt <= now || this.#used.has(id)) return false;
    this.#used.set(id, endsAt);
    return true;
  }

  #seal(id: string, endsAt: number, parameters: Parameters): string {
    const request = REPEATED.map((name) => parameters.get(name) ?? null);
    const sealed = JSON.stringify([id, endsAt, ...request]);
    return createHmac('sha256', this.#key).update(sealed).digest('hex');
  }
}
