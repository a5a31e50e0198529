import type { Message } from '../api/schema/infer';
import { countPrompt } from '../emulator/engine/usage';
import type { ModelSeed } from '../emulator/models';

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
