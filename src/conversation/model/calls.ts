import type { JsonObject } from '../../api/schema/row';
import { call, type Calls } from '../../webview/rpc';
import {
  either,
  flag,
  integer,
  list,
  nullable,
  object,
  oneOf,
  record,
  type Shape,
  type ShapeType,
  text,
} from '../../webview/shape';
import { type Draft, type EditorPiece, MAX_PROMPT, QUESTION_TYPES } from './conversation';

/** Maximum number of candidates that the panel can request; the API's limit is far lower. */
const MAX_CANDIDATES = 1000;

export const turnId = text(64);
export const message = text(MAX_PROMPT);

/** Line number, from 1 to VS Code's maximum. */
const lineNumber = integer(1, 2 ** 31);

const editorPlace = object(
  { uri: text(8192) },
  /** First and last line; absent for the whole document. */
  { lines: object({ first: lineNumber, last: lineNumber }) },
);
export type EditorPlace = ShapeType<typeof editorPlace>;

export const editorPiece: Shape<EditorPiece> = object(
  {
    uri: text(8192),
    path: text(8192),
    language: text(256),
    text: text(MAX_PROMPT),
  },
  { lines: object({ first: lineNumber, last: lineNumber }) },
);

const MAX_DRAFT_ITEMS = 1000;

const fileSuggestion = object(
  {
    kind: oneOf('selection', 'file', 'folder', 'symbol'),
    uri: text(8192),
    label: text(1000),
    description: text(8192),
  },
  { lines: object({ first: lineNumber, last: lineNumber }) },
);
export type FileSuggestion = ShapeType<typeof fileSuggestion>;

export const referenceCalls = {
  /** Returns what `#` in the composer completes: the selection, files, folders, and symbols. */
  suggestFiles: call(object({ query: text(200) }), list(fileSuggestion, 100)),
  /** Attaches a file, lines of it, or a folder of the workspace. Text is read again when it is sent. */
  addReference: call(
    object(
      { uri: text(8192), kind: oneOf('file', 'folder') },
      { lines: object({ first: lineNumber, last: lineNumber }) },
    ),
  ),
} satisfies Calls;

export const codeCalls = {
  /** Shows a language list, then the code of the request that would send this text. */
  getCode: call(object({ text: message })),
} satisfies Calls;

export const editingCalls = {
  /**
   * Replaces the text of a turn. With `ask`, drops the later turns and requests a response. Returns
   * false if the user cancels.
   */
  editTurn: call(object({ turn: turnId, text: message, ask: flag }), flag),
  /** Inserts a message of either role before or after a turn. Returns whether it was inserted. */
  insertTurn: call(
    object({
      turn: turnId,
      place: oneOf('before', 'after'),
      role: oneOf('user', 'model'),
      text: message,
    }),
    flag,
  ),
  chooseCandidate: call(object({ turn: turnId, index: integer(0, MAX_CANDIDATES) })),
  /** Undoes the last change of turns, or redoes the last undone one. */
  undo: call(object({ redo: flag })),
} satisfies Calls;

export const draftShape: Shape<Draft> = object({
  text: message,
  held: list(message, MAX_DRAFT_ITEMS),
  pieces: list(editorPiece, MAX_DRAFT_ITEMS),
});

export const draftCalls = {
  /** Keeps the unsent message with its conversation. Ignored if another one is shown by now. */
  setDraft: call(object({ conversation: text(64), draft: draftShape })),
} satisfies Calls;

export const editorCalls = {
  insertAtCursor: call(object({ text: message })),
  compareWithSelection: call(object({ text: message })),
  showPlace: call(editorPlace),
} satisfies Calls;

export const inspectCalls = {
  showAnswerJson: call(object({ turn: turnId })),
  /** Opens a corpus chunk cited by a response, by its resource name. */
  openChunk: call(object({ name: text(512) })),
} satisfies Calls;

/** Base64 data with the MIME type that the API returned, and the file name if known. */
const mediaContent = call(object({ mimeType: text(200), data: message }, { name: text(200) }));

export const mediaCalls = {
  saveMedia: mediaContent,
  openMedia: mediaContent,
} satisfies Calls;

export const questionsShape = list(
  object({
    id: text(64),
    type: oneOf(...QUESTION_TYPES),
    instructions: message,
    criteria: message,
  }),
);

export const modeCalls = {
  /** Sets the author of the next message (legacy chat only); may be empty. */
  setAuthor: call(object({ author: text(256) })),
  copyVectors: call(object({ turn: turnId })),
  /** Whether to embed the next message as one text instead of line by line. */
  setOneText: call(object({ oneText: flag })),
  setPassages: call(object({ passages: list(object({ id: text(256), text: message })) })),
  setQuestions: call(object({ questions: questionsShape })),
  /** Asks for a file, and shows a table with the decisions of its rows. */
  decideRows: call(),
  /** Shows a list of corpora and their documents to use instead of passages. */
  pickSource: call(),
  clearSource: call(),
  setMessagePrompt: call(
    object({
      context: message,
      examples: list(object({ input: message, output: message })),
    }),
  ),
} satisfies Calls;

export const promptCalls = {
  setVariables: call(object({ values: record(message) })),
  /** Resends the last request with other variables. Returns whether it was sent. */
  tryVariables: call(object({ values: record(message) }), flag),
  /**
   * Saves the conversation as a prompt file, with the composer's text as its last message. `over`
   * overwrites its current file.
   */
  savePrompt: call(object({ text: message, over: flag })),
  showPromptFile: call(),
  /** Shows a list of presets to apply, save, rename, and delete. */
  managePresets: call(),
} satisfies Calls;

export const tokenCalls = {
  /**
   * Counts the tokens of the next request with this message. Returns a number with a sentence on its
   * price if known, or why it is unknown. Can be canceled.
   */
  countTokens: call(
    object({ text: message }),
    either(
      object(
        { total: integer(0, Number.MAX_SAFE_INTEGER) },
        // Whether the API can’t count the request, so that the length of its texts is used.
        { isEstimate: flag, price: text() },
      ),
      object({ reason: text() }),
    ),
  ),
} satisfies Calls;

/** Limit of steps in a response, above what any agent uses. */
const MAX_STEPS = 1_000_000;

const typed = object({ event_type: text(64) });

/** A stream event as the API sent it, including unknown members. */
export const stepEvent: Shape<JsonObject> = {
  parse(value, path) {
    typed.parse(value, path);
    return value as JsonObject;
  },
};

export const interactionCalls = {
  setStored: call(object({ stored: flag })),
  /**
   * Starts a branch after a turn, or after a step of its response. Later turns remain as a branch.
   * Returns whether anything changed.
   */
  branchFrom: call(object({ turn: turnId, step: nullable(integer(0, MAX_STEPS)) }), flag),
  /** Shows the conversation along a branch, identified by its first turn. */
  showBranch: call(object({ branch: text(64) })),
  /** Deletes the server's copy of a response after confirmation. Returns whether it was deleted. */
  deleteInteraction: call(object({ turn: turnId }), flag),
} satisfies Calls;

const CHOICE_LISTS = ['model', 'mode', 'version', 'connection', 'cache', 'turn'] as const;

export type ChoiceListName = (typeof CHOICE_LISTS)[number];

/** The only codicons that the panel can draw in rows. */
const CHOICE_ICONS = [
  'account',
  'add',
  'archive',
  'arrow-down',
  'arrow-up',
  'beaker',
  'code',
  'copy',
  'diff',
  'discard',
  'edit',
  'git-branch',
  'insert',
  'json',
  'refresh',
  'repo-forked',
  'save',
  'server-process',
  'sparkle',
  'split-horizontal',
  'trash',
] as const;

export type ChoiceIcon = (typeof CHOICE_ICONS)[number];

/** Row limit of a list; a connection has a few hundred models at most. */
const MAX_ROWS = 20_000;

const choice = object(
  {
    id: text(1024),
    label: text(),
  },
  {
    description: text(),
    detail: text(),
    /** Additional facts, shown only in the panel's dropdown. */
    facts: list(text()),
    icon: oneOf(...CHOICE_ICONS),
    separator: text(),
    isCurrent: flag,
    leads: flag,
    takesTyped: flag,
  },
);

export type Choice = ShapeType<typeof choice>;

const choiceList = object({ title: text(), rows: list(choice, MAX_ROWS) }, { placeholder: text() });

export type ChoiceList = ShapeType<typeof choiceList>;

/** Identifies a list: the first one, or a nested one by the IDs of the rows that open it. */
const choicePlace = {
  list: oneOf(...CHOICE_LISTS),
  path: list(text(1024), 4),
};
/** Calls of dropdown lists. The Command Palette shows the same lists as quick picks. */
export const choiceCalls = {
  listChoices: call(object(choicePlace, { turn: turnId }), choiceList),
  choose: call(object(choicePlace, { turn: turnId, typed: text(1024) })),
} satisfies Calls;
