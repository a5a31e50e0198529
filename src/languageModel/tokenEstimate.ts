import { estimatedTokens } from '../base/tokenEstimate';
import {
  type ChatMessage,
  type ChatPart,
  chatParts,
  type ChatTool,
} from '../conversation/tools/chatMessages';

/** Roles and separators. */
const MESSAGE_TOKENS = 4;
/** Images of ordinary size in Gemini 3. */
const MEDIA_TOKENS = 1120;
const MIN_RATIO = 0.5;
const MAX_RATIO = 3;
/** Weight of the latest request. */
const PACE = 0.5;

/** Estimates tokens without requests, adjusted by the usage that the API reports for each model. */
export class TokenEstimate {
  readonly #ratios = new Map<string, number>();

  /** @param model resource name */
  count(model: string, text: string | ChatMessage): number {
    const tokens = typeof text === 'string' ? estimatedTokens(text) : messageTokens(text);
    return Math.ceil(tokens * (this.#ratios.get(model) ?? 1));
  }

  /** Learns from the prompt tokens of a request. */
  learn(
    model: string,
    messages: readonly ChatMessage[],
    tools: readonly ChatTool[],
    promptTokens: number,
  ): void {
    const said = messages.reduce((sum, message) => sum + messageTokens(message), 0);
    const estimate =
      said + tools.reduce((sum, tool) => sum + estimatedTokens(JSON.stringify(tool)), 0);
    if (estimate === 0 || promptTokens === 0) return;
    const now = Math.min(MAX_RATIO, Math.max(MIN_RATIO, promptTokens / estimate));
    const before = this.#ratios.get(model) ?? now;
    this.#ratios.set(model, before + PACE * (now - before));
  }
}

function messageTokens({ content }: ChatMessage): number {
  return MESSAGE_TOKENS + partTokens(chatParts(content));
}

function partTokens(parts: readonly ChatPart[]): number {
  return parts.reduce((sum, part) => {
    switch (part.kind) {
      case 'text':
        return sum + estimatedTokens(part.text);
      case 'data':
        return sum + MEDIA_TOKENS;
      case 'call':
        return sum + estimatedTokens(part.name) + estimatedTokens(JSON.stringify(part.input));
      case 'result':
        return sum + MESSAGE_TOKENS + partTokens(part.content);
      case 'thinking':
        return sum;
    }
  }, 0);
}
