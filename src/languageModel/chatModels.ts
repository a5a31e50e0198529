import * as l10n from '@vscode/l10n';
import { localizedText, compactNumber } from '../base/format';
import { priceEstimateText, type ModelLifecycle } from '../catalog/modelLifecycle';
import type { ModelInfo } from '../conversation/model/protocol';
import type { ModelFact } from '../conversation/request/modelFacts';
import { canDo } from '../conversation/model/modes';
import { plainText } from '../platform/plainText';
import { estimatedTokens } from '../base/tokens';
import {
  type ChatTool,
  chatParts,
  type ChatPart,
  type ChatMessage,
} from '../conversation/tools/chatTools';

/** Used if the API reports no limit. */
const OUTPUT_TOKENS = 8192;
const INPUT_TOKENS = 1_048_576;

export interface ListedModel {
  readonly info: ModelInfo;
  readonly standing: ModelLifecycle;
  readonly lacking: readonly ModelFact[];
}

interface ChatModelOptions {
  /** Maximum input tokens; 0 for the model's limit. */
  readonly cap: number;
  /** Connection name. */
  readonly detail: string;
  readonly now: number;
}

/** Whether chat can use a model: it generates text and isn't retired. Media and live models have other uses. */
export function isChatModel({ info, standing }: ListedModel): boolean {
  const { methods, use = 'text' } = info;
  return methods !== undefined && use === 'text' && canDo('chat', info) && !standing.isGone;
}

/**
 * Returns the information for VS Code's model picker, with fields that newer versions read: `isUserSelectable` and
 * `configurationSchema`.
 */
export function chatModel(
  { info, standing, lacking }: ListedModel,
  { cap, detail, now }: ChatModelOptions,
) {
  const { name, displayName, inputTokenLimit = INPUT_TOKENS, levels = [], level } = info;
  const { outputTokenLimit: maxOutputTokens = OUTPUT_TOKENS } = info;
  const id = name.replace(/^models\//, '');
  const { words, successor } = standing;
  const prices = priceEstimateText(name, now);
  const limit = [
    l10n.t('{0} in', compactNumber(inputTokenLimit)),
    l10n.t('{0} out', compactNumber(maxOutputTokens)),
  ].join(' · ');
  const facts = [
    id,
    ...(words ? [l10n.t(words.message, ...words.args)] : []),
    ...(successor === undefined ? [] : [l10n.t('Use {0} instead.', successor)]),
    l10n.t('Tokens: {0}', limit),
    ...(prices ? [localizedText(prices)] : []),
  ];
  const efforts = levels.map((one) => one.toLowerCase());
  return {
    id,
    name: plainText(displayName),
    // Clients choose prompts and edit tools by this prefix.
    family: id.startsWith('gemini') ? id : `gemini-${id}`,
    version: id,
    detail: plainText(detail),
    tooltip: facts.map(plainText).join('\n\n'),
    maxInputTokens: cap > 0 ? Math.min(cap, inputTokenLimit) : inputTokenLimit,
    maxOutputTokens,
    capabilities: { toolCalling: !lacking.includes('functions'), imageInput: true },
    isUserSelectable: true,
    ...(efforts.length > 1 && {
      configurationSchema: {
        properties: {
          reasoningEffort: {
            type: 'string',
            title: l10n.t('Thinking Effort'),
            enum: efforts,
            enumItemLabels: efforts.map((one) => `${one.charAt(0).toUpperCase()}${one.slice(1)}`),
            ...(level !== undefined && { default: level.toLowerCase() }),
            group: 'navigation',
          },
        },
      },
    }),
  };
}

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
