import { Debouncer } from '../../../base/async';
import { systemClock } from '../../../base/clock';
import { items } from '../../../base/json';
import { editorPiece } from '../../../conversation/model/calls';
import type { Draft, EditorPiece } from '../../../conversation/model/conversation';
import { STEP_GROUPS, type StepGroup } from '../../../conversation/model/interaction';
import { fieldsOf, textOf } from '../jsonFields';
import { type UnsavedEdit, type UnsentInput, parseUnsavedEdits, parseUnsent } from './unsavedEdits';

/** State for `setState`. VS Code passes it to the host's serializer after a reload. */
export interface SavedPage {
  /** ID of the conversation, used by the host to find its file. */
  readonly conversation?: string;
  readonly draft: Draft;
  readonly begun?: readonly UnsavedEdit[];
  readonly unsent?: UnsentInput;
  readonly place: 'end' | { readonly turn: string; readonly offset: number };
  readonly hiddenSteps?: readonly StepGroup[];
  readonly opened?: readonly (readonly [key: string, isOpen: boolean])[];
  readonly settingsOpen?: boolean;
  readonly settingsWidth?: number;
  readonly settingsSections?: readonly string[];
}

/** Parses saved state of any version. Ignores invalid fields. */
export function parseSaved(value: unknown): SavedPage {
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

function parsePlace(value: unknown): SavedPage['place'] {
  const { turn, offset } = fieldsOf(value);
  return typeof turn === 'string' && typeof offset === 'number' ? { turn, offset } : 'end';
}

/** Comparison state for `setState`. VS Code passes it to the host's serializer after a reload. */
export interface SavedComparison extends Pick<SavedPage, 'draft' | 'begun'> {
  readonly conversations: readonly string[];
  readonly columns?: readonly SavedColumn[];
}

export type SavedColumn = Pick<
  SavedPage,
  'settingsOpen' | 'settingsWidth' | 'settingsSections' | 'unsent'
>;

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

/** Drafts up to this length (UTF-16 units) are saved on every keystroke, in less than 1 ms. */
const SMALL_DRAFT = 100_000;
const PAUSE_MS = 100;

/**
 * Saves state on changes and when hidden. Typed text is saved immediately: VS Code destroys the page on *Reload
 * Window* without notice.
 */
export class StatePersister<T = SavedPage> {
  readonly #read: () => T;
  readonly #write: (saved: T) => void;
  readonly #debouncer = new Debouncer(systemClock, PAUSE_MS, () => this.#save());
  #queued = false;

  constructor(read: () => T, write: (saved: T) => void, onHidden: (flush: () => void) => void) {
    this.#read = read;
    this.#write = write;
    onHidden(() => this.#debouncer.flush());
  }

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

  /** Schedules a debounced save, because scrolling fires on every frame. */
  scrolled(): void {
    this.#debouncer.trigger();
  }

  #save(): void {
    this.#debouncer.cancel();
    this.#write(this.#read());
  }
}
