import type { Message } from '../api/schema/infer';
import { countPrompt } from '../emulator/engine/responseMetadata';
import type { HandlerContext } from '../emulator/handlerContext';
import type { ModelSeed } from '../emulator/models';
import { StatusError } from '../emulator/status';

export type Content = Message<'Content'>;
type Part = Message<'Part'>;
type Compression = Message<'ContextWindowCompressionConfig'>;

/** Share of the model's input limit that triggers compression by default. */
const TRIGGER = 0.8;

export class History {
  #contents: readonly Content[];

  constructor(contents: readonly Content[] = []) {
    this.#contents = contents;
  }

  get contents(): readonly Content[] {
    return this.#contents;
  }

  /** Adds turns. Audio and images of earlier turns are reduced to placeholders to save memory. */
  add(...contents: readonly Content[]): void {
    this.#contents = [...this.#contents.map(compact), ...contents];
  }

  /**
   * Removes the oldest turns if the history exceeds the token limit. The remaining history starts with a
   * user turn.
   */
  compress({ triggerTokens, slidingWindow }: Compression, { model }: ModelSeed): void {
    const trigger = Number(triggerTokens ?? Math.floor(model.inputTokenLimit * TRIGGER));
    if (this.#tokens() <= trigger) return;
    const target = Number(slidingWindow?.targetTokens ?? Math.floor(trigger / 2));
    while (this.#contents.length > 1 && this.#tokens() > target) {
      const next = this.#contents.findIndex(({ role }, at) => at > 0 && role !== 'model');
      if (next < 0) break;
      this.#contents = this.#contents.slice(next);
    }
  }

  #tokens(): number {
    return countPrompt({ contents: [...this.#contents] }).total;
  }
}

function compact(content: Content): Content {
  const { parts = [] } = content;
  if (!parts.some(({ inlineData }) => (inlineData?.data ?? '') !== '')) return content;
  return { ...content, parts: parts.map(lightPart) };
}

function lightPart(part: Part): Part {
  const { inlineData } = part;
  return inlineData ? { ...part, inlineData: { ...inlineData, data: '' } } : part;
}

/** Merges the text parts of a response into one. */
export function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (isPlain(part) && last !== undefined && isPlain(last)) {
      all[all.length - 1] = { text: `${last.text ?? ''}${part.text ?? ''}` };
    } else if (part.thought !== true) {
      all.push(part);
    }
  }
  return all;
}

function isPlain({ text, ...rest }: Part): boolean {
  return text !== undefined && Object.keys(rest).length === 0;
}

interface SavedSession {
  readonly contents: readonly Content[];
  readonly until: number;
}

const LIFETIME_MS = 2 * 60 * 60 * 1000;

/** Each turn creates a handle, so the number is limited. */
const MAX_SESSIONS = 1000;
const HANDLE_LENGTH = 44;

const savedSessions = new WeakMap<HandlerContext, Map<string, SavedSession>>();

/**
 * Saves the contents of a session.
 * @returns the resumption handle.
 */
export function saveSession(world: HandlerContext, contents: readonly Content[]): string {
  const now = world.time.now();
  const all = savedSessions.get(world) ?? new Map<string, SavedSession>();
  savedSessions.set(world, all);
  for (const [old, { until }] of all) if (until <= now) all.delete(old);
  const handle = world.ids.random(HANDLE_LENGTH);
  const [oldest] = all.keys();
  if (all.size >= MAX_SESSIONS && oldest !== undefined) all.delete(oldest);
  all.set(handle, { contents, until: now + LIFETIME_MS });
  return handle;
}

/** Returns the contents for a handle. Throws 404 if the handle is unknown or expired. */
export function findSession(world: HandlerContext, handle: string): readonly Content[] {
  const kept = savedSessions.get(world)?.get(handle);
  if (kept && kept.until > world.time.now()) return kept.contents;
  throw new StatusError(404, 'BidiGenerateContent session not found');
}
