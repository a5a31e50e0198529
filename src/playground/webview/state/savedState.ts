import { Debouncer } from '../../../base/async';
import { systemClock } from '../../../base/clock';
import { items } from '../../../base/json';
import { editorPiece, type EditorPiece } from '../../../conversation/model/calls';
import { STEP_GROUPS, type StepGroup } from '../../../conversation/model/stepKinds';
import type { Draft } from './draft';
import { fieldsOf, textOf } from '../jsonFields';
import { parseUnsent, type Unsent } from './unsent';
import { parseUnsavedEdits, type UnsavedEdit } from './unsavedEdits';

/** What the panel keeps with `setState`. VS Code hands it to the host's serializer after a reload. */
export interface Saved {
  /** Id of the conversation: by it the host finds the panel's file again. */
  readonly conversation?: string;
  readonly draft: Draft;
  /** What else was being written; absent where nothing was. */
  readonly begun?: readonly UnsavedEdit[];
  /** What was typed and the host does not have; absent where it has everything. */
  readonly unsent?: Unsent;
  /** Where the reader was: the end, or so many pixels into a turn. */
  readonly place: 'end' | { readonly turn: string; readonly offset: number };
  /** Kinds of steps that are not shown; absent where all are. */
  readonly hiddenSteps?: readonly StepGroup[];
  /** What was opened or closed of the conversation, the last at the end; absent where nothing was. */
  readonly opened?: readonly (readonly [key: string, isOpen: boolean])[];
  readonly settingsOpen?: boolean;
  readonly settingsWidth?: number;
  /** Ids of the groups of settings that are open. */
  readonly settingsSections?: readonly string[];
}

/** Takes what was saved, by this version or another one; what doesn't fit is left out. */
export function parseSaved(value: unknown): Saved {
  const { conversation, draft, place, settingsOpen, settingsWidth, settingsSections, ...rest } =
    fieldsOf(value);
  const begun = parseUnsavedEdits(rest.begun);
  const unsent = parseUnsent(rest.unsent);
  const hiddenSteps = STEP_GROUPS.filter((group) => items(rest.hiddenSteps).includes(group));
  const opened = items(rest.opened).flatMap((one) => {
    const [key, isOpen] = items(one);
    return typeof key === 'string' && typeof isOpen === 'boolean' ? [[key, isOpen] as const] : [];
  });
  return {
    draft: parseDraft(draft),
    place: parsePlace(place),
    ...(begun.length > 0 && { begun }),
    ...(unsent && { unsent }),
    ...(hiddenSteps.length > 0 && { hiddenSteps }),
    ...(opened.length > 0 && { opened }),
    ...(typeof conversation === 'string' && { conversation }),
    ...(typeof settingsOpen === 'boolean' && { settingsOpen }),
    ...(typeof settingsWidth === 'number' && Number.isFinite(settingsWidth) && { settingsWidth }),
    ...(Array.isArray(settingsSections) && {
      settingsSections: settingsSections.filter((id) => typeof id === 'string'),
    }),
  };
}

function parseDraft(value: unknown): Draft {
  const { text, held, pieces } = fieldsOf(value);
  return {
    text: textOf(text),
    held: items(held).filter((item) => typeof item === 'string'),
    pieces: items(pieces).flatMap(parsePiece),
  };
}

function parsePiece(value: unknown): readonly EditorPiece[] {
  try {
    return [editorPiece.parse(value, '')];
  } catch {
    return [];
  }
}

function parsePlace(value: unknown): Saved['place'] {
  const { turn, offset } = fieldsOf(value);
  return typeof turn === 'string' && typeof offset === 'number' ? { turn, offset } : 'end';
}

/** What the page of a comparison keeps with `setState`. VS Code hands it to the host's serializer after a reload. */
export interface SavedComparison extends Pick<Saved, 'draft' | 'begun'> {
  /** Ids of the columns' conversations, from left to right. */
  readonly conversations: readonly string[];
  /** What is kept of each of them; absent where nothing is known. */
  readonly columns?: readonly SavedColumn[];
}

/** What is kept of a conversation in a comparison: how its settings stand, and what is typed for it. */
export type SavedColumn = Pick<
  Saved,
  'settingsOpen' | 'settingsWidth' | 'settingsSections' | 'unsent'
>;

/** Takes what was saved, by this version or another one; what doesn't fit is left out. */
export function parseSavedComparison(value: unknown): SavedComparison {
  const { draft, begun } = parseSaved(value);
  const { conversations, columns } = fieldsOf(value);
  return {
    draft,
    ...(begun && { begun }),
    conversations: items(conversations).filter((id) => typeof id === 'string'),
    ...(Array.isArray(columns) && { columns: columns.map(parseColumn) }),
  };
}

function parseColumn(value: unknown): SavedColumn {
  const {
    draft: _draft,
    place: _place,
    begun: _begun,
    conversation: _id,
    ...column
  } = parseSaved(value);
  return column;
}

/** A draft up to this many UTF-16 units is saved with every key: writing it takes well under a millisecond. */
const SMALL_DRAFT = 100_000;
const PAUSE_MS = 300;

/**
 * Saves the panel's state after it changed, and at once when the panel is hidden. What is typed can't
 * wait: VS Code takes the page away on *Reload Window* without telling it first.
 */
export class StatePersister<T = Saved> {
  readonly #read: () => T;
  readonly #write: (saved: T) => void;
  readonly #debouncer = new Debouncer(systemClock, PAUSE_MS, () => this.#save());
  #queued = false;

  /** @param onHidden takes what is to be called when the page is hidden or leaves. */
  constructor(read: () => T, write: (saved: T) => void, onHidden: (flush: () => void) => void) {
    this.#read = read;
    this.#write = write;
    onHidden(() => this.#debouncer.flush());
  }

  /** The draft changed, or something that changes as seldom. Several changes of one task are saved together. */
  changed(draftLength: number): void {
    if (draftLength > SMALL_DRAFT) {
      this.#debouncer.trigger();
      return;
    }
    if (this.#queued) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      this.#save();
    });
  }

  /** The place of reading changed, as it does with every frame of scrolling. */
  scrolled(): void {
    this.#debouncer.trigger();
  }

  #save(): void {
    this.#debouncer.cancel();
    this.#write(this.#read());
  }
}
