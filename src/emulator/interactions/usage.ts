import type { Message } from '../../api/schema/infer';
import type { Step, Usage } from './run';

type UsageMetadata = Message<'GenerateContentResponse.UsageMetadata'>;
type ModalityCount = Message<'ModalityTokenCount'>;

const GROUNDING: { readonly [type: string]: 'google_search' | 'google_maps' } = {
  google_search_call: 'google_search',
  google_maps_call: 'google_maps',
};

/**
 * Returns the usage of an interaction.
 * @param initial input tokens of the first hop. Default: its own.
 */
export function usageOf(counted: UsageMetadata, steps: readonly Step[], initial?: number): Usage {
  const {
    promptTokenCount: input = 0,
    candidatesTokenCount: output = 0,
    thoughtsTokenCount: thought = 0,
    cachedContentTokenCount: cached = 0,
    toolUsePromptTokenCount: tools = 0,
  } = counted;
  const counts = new Map<string, number>();
  for (const { type = '' } of steps) {
    const tool = GROUNDING[type];
    if (tool) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  }
  return {
    total_tokens: input + output + thought + tools,
    total_input_tokens: input,
    ...byModality('input_tokens_by_modality', counted.promptTokensDetails),
    total_cached_tokens: cached,
    ...byModality('cached_tokens_by_modality', counted.cacheTokensDetails),
    total_output_tokens: output,
    ...byModality('output_tokens_by_modality', counted.candidatesTokensDetails),
    total_tool_use_tokens: tools,
    ...byModality('tool_use_tokens_by_modality', counted.toolUsePromptTokensDetails),
    total_thought_tokens: thought,
    initial_input_tokens: initial ?? input,
    ...(counts.size > 0 && {
      grounding_tool_count: [...counts].map(([type, count]) => ({ type, count })),
    }),
  };
}

/** Returns token counts by modality. The live API omits empty lists. */
function byModality(name: keyof Usage, details: readonly ModalityCount[] = []): Usage {
  if (details.length === 0) return {};
  const counts = details.map(({ modality = 'TEXT', tokenCount = 0 }) => ({
    modality: modality.toLowerCase(),
    tokens: tokenCount,
  }));
  return { [name]: counts };
}
