import { parseSaved, type Saved } from '../saved';

/** What the page of a comparison keeps with `setState`. VS Code hands it to the host's serializer after a reload. */
export interface SavedComparison extends Pick<Saved, 'draft' | 'begun'> {
  /** Ids of the columns' conversations, from left to right. */
  readonly conversations: readonly string[];
}

/** Takes what was saved, by this version or another one; what doesn't fit is left out. */
export function parseSavedComparison(value: unknown): SavedComparison {
  const { draft, begun } = parseSaved(value);
  const { conversations } = (value ?? {}) as { readonly conversations?: unknown };
  const ids = Array.isArray(conversations) ? conversations : [];
  return {
    draft,
    ...(begun && { begun }),
    conversations: ids.filter((id): id is string => typeof id === 'string'),
  };
}
