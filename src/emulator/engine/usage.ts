import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { countTokens } from './tokens';

/** What the service counts for an image or a page, whatever its size. */
const MEDIA_TOKENS = 258;

const modalities: readonly (readonly [prefix: string, modality: string])[] = [
  ['image/', 'IMAGE'],
  ['video/', 'VIDEO'],
  ['audio/', 'AUDIO'],
  ['application/pdf', 'DOCUMENT'],
];

/** Tokens of a prompt by modality, and their sum. */
export interface PromptCount {
  readonly total: number;
  readonly details: readonly { readonly modality: string; readonly tokenCount: number }[];
}

export function countPrompt(request: Message<'GenerateContentRequest'>): PromptCount {
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
    const structure = part.functionCall ?? part.functionResponse ?? part.executableCode;
    if (structure) add('TEXT', countTokens(JSON.stringify(structure)));
    if (part.codeExecutionResult) add('TEXT', countTokens(part.codeExecutionResult.output ?? ''));
  }
  if (request.tools && request.tools.length > 0) {
    add('TEXT', countTokens(JSON.stringify(request.tools)));
  }
  const details = [...counts].map(([modality, tokenCount]) => ({ modality, tokenCount }));
  return { total: details.reduce((sum, row) => sum + row.tokenCount, 0), details };
}

function modalityOf(mimeType: string): string {
  return modalities.find(([prefix]) => mimeType.startsWith(prefix))?.[1] ?? 'TEXT';
}

/** Usage so far; what is zero yet is left out on the wire. */
export function usage(prompt: PromptCount, candidates: number, thoughts: number): JsonObject {
  return {
    promptTokenCount: prompt.total,
    candidatesTokenCount: candidates,
    thoughtsTokenCount: thoughts,
    totalTokenCount: prompt.total + candidates + thoughts,
    promptTokensDetails: prompt.details,
  };
}
