import { parseBegunTexts, type BegunText } from './begunTexts';
import { emptyDraft, type Draft } from './draft';
import { record } from './record';

/** What the panel keeps with `setState`. VS Code hands it to the host's serializer after a reload. */
export interface Saved {
  /** Id of the conversation: by it the host finds the panel's file again. */
  readonly conversation?: string;
  readonly draft: Draft;
  /** What else was being written; absent where nothing was. */
  readonly begun?: readonly BegunText[];
  /** Where the reader was: the end, or so many pixels into a turn. */
  readonly place: 'end' | { readonly turn: string; readonly offset: number };
  readonly settingsOpen?: boolean;
  readonly settingsWidth?: number;
  /** Ids of the groups of settings that are open. */
  readonly settingsSections?: readonly string[];
}

/** Takes what was saved, by this version or another one; what doesn't fit is left out. */
export function parseSaved(value: unknown): Saved {
  const { conversation, draft, place, settingsOpen, settingsWidth, settingsSections, ...rest } =
    record(value);
  const begun = parseBegunTexts(rest.begun);
  return {
    draft: parseDraft(draft),
    place: parsePlace(place),
    ...(begun.length > 0 && { begun }),
    ...(typeof conversation === 'string' && { conversation }),
    ...(typeof settingsOpen === 'boolean' && { settingsOpen }),
    ...(typeof settingsWidth === 'number' && Number.isFinite(settingsWidth) && { settingsWidth }),
    ...(Array.isArray(settingsSections) && {
      settingsSections: settingsSections.filter((id) => typeof id === 'string'),
    }),
  };
}

function parseDraft(value: unknown): Draft {
  const { text, held } = record(value);
  return {
    text: typeof text === 'string' ? text : emptyDraft.text,
    held: Array.isArray(held) ? held.filter((item) => typeof item === 'string') : emptyDraft.held,
  };
}

function parsePlace(value: unknown): Saved['place'] {
  const { turn, offset } = record(value);
  return typeof turn === 'string' && typeof offset === 'number' ? { turn, offset } : 'end';
}
