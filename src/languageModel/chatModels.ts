import * as l10n from '@vscode/l10n';
import { compactNumber, localizedText } from '../base/format';
import type { ModelLifecycle } from '../catalog/modelLifecycle';
import { priceEstimateText } from '../catalog/modelTexts';
import type { ModelInfo } from '../conversation/model/protocol';
import type { ModelFact } from '../conversation/request/modelFacts';
import { canDo } from '../conversation/request/resolveTarget';
import { plainText } from '../platform/plainText';

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
