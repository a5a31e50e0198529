import type { Draft } from '../draft';
import { parseSaved } from '../saved';

/** What the page of a comparison keeps with `setState`. VS Code hands it to the host's serializer after a reload. */
export interface SavedComparison {
  /** Ids of the columns' conversations, from left to right. */
  readonly conversations: readonly string[];
  readonly draft: Draft;
}

/** Takes what was saved, by this version or another one; what doesn't fit is left out. */
export function parseSavedComparison(value: unknown): SavedComparison {
  const { draft } = parseSaved(value);
  const { conversations } = (value ?? {}) as { readonly conversations?: unknown };
  const ids = Array.isArray(conversations) ? conversations : [];
  return { draft, conversations: ids.filter((id): id is string => typeof id === 'string') };
}
