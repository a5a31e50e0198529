import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { countTokens } from '../text';
import { triggerArgument, type Trigger } from '../triggers';

/** Token count of an image or page of any size. */
const MEDIA_TOKENS = 258;

const modalities: readonly (readonly [prefix: string, modality: string])[] = [
  ['image/', 'IMAGE'],
  ['video/', 'VIDEO'],
  ['audio/', 'AUDIO'],
  ['application/pdf', 'DOCUMENT'],
];

export interface PromptCount {
  readonly total: number;
  readonly details: readonly ModalityCount[];
  readonly cached: number;
  /** Cached tokens by modality. Default: text. */
  readonly cachedDetails?: readonly ModalityCount[];
}

// A type alias, as interfaces aren't assignable to JsonObject.
export type ModalityCount = {
  readonly modality: string;
  readonly tokenCount: number;
};

/**
 * Counts the prompt tokens of a request.
 * @param cached tokens of cached content, added to the own tokens.
 */
export function countPrompt(
  request: Pick<Message<'GenerateContentRequest'>, 'contents' | 'systemInstruction' | 'tools'>,
  cached = 0,
): PromptCount {
  const contents = [
    ...(request.contents ?? []),
    ...(request.systemInstruction ? [request.systemInstruction] : []),
  ];
  const counts = new Map<string, number>();
  const add = (modality: string, tokens: number): void => {
    if (tokens > 0) counts.set(modality, (counts.get(modality) ?? 0) + tokens);
  };
  for (const part of contents.flatMap((content) => content.parts ?? [])) {
    const media = part.inlineData ?? part.fileData;
    if (media) add(modalityOf(media.mimeType ?? ''), MEDIA_TOKENS);
    if (part.text !== undefined) add('TEXT', countTokens(part.text));
    const structure =
      part.functionCall ??
      part.functionResponse ??
      part.toolCall ??
      part.toolResponse ??
      part.executableCode;
    if (structure) add('TEXT', countTokens(JSON.stringify(structure)));
    if (part.codeExecutionResult) add('TEXT', countTokens(part.codeExecutionResult.output ?? ''));
  }
  if (request.tools && request.tools.length > 0) {
    add('TEXT', countTokens(JSON.stringify(request.tools)));
  }
  add('TEXT', cached);
  const details = [...counts].map(([modality, tokenCount]) => ({ modality, tokenCount }));
  return { total: details.reduce((sum, row) => sum + row.tokenCount, 0), details, cached };
}

function modalityOf(mimeType: string): string {
  return modalities.find(([prefix]) => mimeType.startsWith(prefix))?.[1] ?? 'TEXT';
}

interface AnswerCount {
  readonly candidates: ReadonlyMap<string, number>;
  readonly thoughts: number;
  readonly tools: number;
}

export const NOTHING_YET: AnswerCount = { candidates: new Map(), thoughts: 0, tools: 0 };

export function usage(
  prompt: PromptCount,
  { candidates, thoughts, tools }: AnswerCount,
): JsonObject {
  const details = [...candidates].map(([modality, tokenCount]) => ({ modality, tokenCount }));
  const answered = details.reduce((sum, row) => sum + row.tokenCount, 0);
  return {
    promptTokenCount: prompt.total,
    cachedContentTokenCount: prompt.cached,
    candidatesTokenCount: answered,
    thoughtsTokenCount: thoughts,
    toolUsePromptTokenCount: tools,
    totalTokenCount: prompt.total + answered + thoughts + tools,
    promptTokensDetails: prompt.details,
    cacheTokensDetails: prompt.cachedDetails ?? ofText(prompt.cached),
    candidatesTokensDetails: details.filter((row) => row.tokenCount > 0),
    toolUsePromptTokensDetails: ofText(tools),
  };
}

function ofText(tokenCount: number): readonly ModalityCount[] {
  return tokenCount > 0 ? [{ modality: 'TEXT', tokenCount }] : [];
}

export function cachedTokens(triggers: readonly Trigger[], total: number): number {
  const argument = triggerArgument(triggers, 'cached');
  if (argument === undefined) return 0;
  const wanted = argument === '' ? Math.floor(total / 2) : Math.trunc(Number(argument));
  return Math.min(Math.max(wanted || 0, 0), total);
}

export function withImplicit(count: PromptCount, found: readonly ModalityCount[]): PromptCount {
  if (count.cached > 0 || found.length === 0) return count;
  const cached = found.reduce((sum, { tokenCount }) => sum + tokenCount, 0);
  return { ...count, cached: Math.min(cached, count.total), cachedDetails: found };
}
