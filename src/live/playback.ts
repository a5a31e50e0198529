import { setImmediate } from 'node:timers/promises';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { type Clock, sleep } from '../base/clock';
import type { Speed } from '../emulator/call';
import { due } from '../emulator/http';
import type { Answer } from './answer';
import type { Outlet } from './channel';

/** After so many pieces without a wait, others have their turn: an answer may have ten thousand. */
const PIECES_AT_ONCE = 64;

/** An answer while it is being said. */
export class Playback {
  readonly #gone = new AbortController();
  readonly #said: Message<'Part'>[] = [];
  #usage: JsonObject | undefined;

  /** What was said so far, for the conversation to remember. */
  get said(): readonly Message<'Part'>[] {
    return this.#said;
  }

  /** The counts of what was said so far. */
  get usage(): JsonObject {
    return this.#usage ? { usageMetadata: this.#usage } : {};
  }

  /** Says nothing more. */
  stop(): void {
    this.#gone.abort();
  }

  /**
   * Says an answer at its pace, each piece when those before it were made.
   * @returns whether it came to its end: false where it was stopped.
   */
  async play(
    { pieces, speed: own }: Answer,
    channel: Outlet,
    { clock, speed: given }: { readonly clock: Clock; readonly speed: Speed },
  ): Promise<boolean> {
    const speed = own ?? given;
    const { signal } = this.#gone;
    const start = clock.monotonic();
    let tokens = 0;
    let waits = 0;
    for (const [at, piece] of pieces.entries()) {
      tokens += piece.unseen + piece.tokens;
      waits += piece.after;
      // As in a stream: what costs no tokens comes at once.
      const after = waits + (tokens === 0 ? 0 : due(tokens - piece.tokens, speed));
      const left = start + after - clock.monotonic();
      if (left > 0) await sleep(clock, left, signal).catch(() => undefined);
      else if (at % PIECES_AT_ONCE === PIECES_AT_ONCE - 1) await setImmediate();
      for (const message of piece.messages) {
        if (signal.aborted) return false;
        await channel.send(message);
      }
      if (signal.aborted) return false;
      if (piece.part) this.#said.push(piece.part);
      this.#usage = piece.usage ?? this.#usage;
    }
    return true;
  }
}
