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
  type Shaped,
  text,
} from '../../webview/shape';
import { MAX_PROMPT } from './conversation';
import type { JsonObject } from '../../api/schema/row';
import { fence } from '../../base/format';

/** Most candidates of one answer that a panel can ask for; the service makes far fewer. */
const MAX_CANDIDATES = 1000;

/** Of a turn. */
export const turnId = text(64);
/** What the composer holds at most. */
export const message = text(MAX_PROMPT);

/** Lines of a document, from 1 to what VS Code numbers at most. */
const lineNumber = integer(1, 2 ** 31);

/** A place in a document of the user. */
const editorPlace = object(
  { uri: text(8192) },
  /** Its first and its last line; absent for all of it. */
  { lines: object({ first: lineNumber, last: lineNumber }) },
);
export type EditorPlace = Shaped<typeof editorPlace>;

/** A piece of a document, as it stands in the editor. */
export const editorPiece = object(
  {
    uri: text(8192),
    /** Path within the workspace, or the name of a document without one. */
    path: text(8192),
    /** VS Code's id. */
    language: text(256),
    text: text(MAX_PROMPT),
  },
  { lines: object({ first: lineNumber, last: lineNumber }) },
);
export type EditorPiece = Shaped<typeof editorPiece>;

/** Where a piece is from: `src/twice.ts:1-3`. */
export function placeOf({ path, lines }: Pick<EditorPiece, 'path' | 'lines'>): string {
  if (!lines) return path;
  const { first, last } = lines;
  return last > first ? `${path}:${first}-${last}` : `${path}:${first}`;
}

/** A piece as a message has it: where it is from, and a block of code. */
export function fencedText(piece: Omit<EditorPiece, 'uri'>): string {
  return `${placeOf(piece)}\n${fence(piece.text, piece.language)}`;
}

/** What a message says behind the pieces that it begins with. */
export function behindPieces(message: string): string {
  let rest = message;
  for (;;) {
    const head = rest.indexOf('\n');
    if (head < 0 || !isPlace(rest.slice(0, head))) return rest;
    const below = rest.slice(head + 1);
    const [opening, marks] = /^(`{3,})[^`\n]*\n/.exec(below.slice(0, MAX_LINE)) ?? [];
    if (opening === undefined || marks === undefined) return rest;
    const end = `${below}\n`.indexOf(`\n${marks}\n`, opening.length - 1);
    if (end < 0) return rest;
    rest = below.slice(end + marks.length + 2).trimStart();
  }
}

/** A path and the numbers of its lines, in UTF-16 units. */
const MAX_LINE = 8300;

/** Whether a line looks like what `placeOf` makes: lines of a path, a path to a file, or the name of a document. */
function isPlace(line: string): boolean {
  if (line.length > MAX_LINE) return false;
  if (/:\d+(?:-\d+)?$/.test(line) || !/\s/.test(line)) return true;
  return /[\\/]/.test(line) && /\.\w+$/.test(line);
}

/** Requests as code. */
export const codeCalls = {
  /** Shows VS Code's list of languages, and in the chosen one the request that sending this text would make. */
  getCode: call(object({ text: message })),
} satisfies Calls;

/** Changes of the turns. */
export const editingCalls = {
  /**
   * Gives a turn another text; what it holds besides stays. With `ask` what follows goes, and an answer is
   * asked for. Answers whether that was done: the user may have taken it back.
   */
  editTurn: call(object({ turn: turnId, text: message, ask: flag }), flag),
  /** Puts a message of either side before or after a turn. Answers whether that was done. */
  insertTurn: call(
    object({
      turn: turnId,
      place: oneOf('before', 'after'),
      role: oneOf('user', 'model'),
      text: message,
    }),
    flag,
  ),
  /** Takes another candidate of an answer. */
  chooseCandidate: call(object({ turn: turnId, index: integer(0, MAX_CANDIDATES) })),
  /** Takes the last change of the turns back, or makes the one again that was taken back last. */
  undo: call(object({ redo: flag })),
} satisfies Calls;

/** Answers in the editor. */
export const editorCalls = {
  /** Puts a text in place of what is selected in the last text editor. */
  insertAtCursor: call(object({ text: message })),
  /** Shows what is selected there beside a text. */
  compareWithSelection: call(object({ text: message })),
  /** Shows a place in a text editor, selected. */
  showPlace: call(editorPlace),
} satisfies Calls;

/** Requests and answers as they were. */
export const inspectCalls = {
  /** Opens the answer of a turn as the service gave it, in an editor. */
  showAnswerJson: call(object({ turn: turnId })),
  /** Opens a chunk of a corpus that an answer names, by its resource name. */
  openChunk: call(object({ name: text(512) })),
} satisfies Calls;

/** The type as the service gave it, and base64; the name of a file, where it has one. */
const mediaContent = call(object({ mimeType: text(200), data: message }, { name: text(200) }));

/** What is done with a picture, a sound, a film or a file of a message. */
export const mediaCalls = {
  /** Writes it to a file that the user chooses. */
  saveMedia: mediaContent,
  /** Opens it in a tab of its own, in VS Code's preview. */
  openMedia: mediaContent,
} satisfies Calls;

/** What a conversation asks for. */
export const modeCalls = {
  /** Names who says the next message, in the legacy mode with authors; may be empty. */
  setAuthor: call(object({ author: text(256) })),
  /** Copies the vectors of an answer as JSON. */
  copyVectors: call(object({ turn: turnId })),
  /** Whether the next message is one text to be turned into a vector, or each of its lines. */
  setOneText: call(object({ oneText: flag })),
  /** Replaces the passages that are answered from. */
  setPassages: call(object({ passages: list(object({ id: text(256), text: message })) })),
  /** Shows VS Code's list of corpora, then of the documents of one, to answer from instead of passages. */
  pickSource: call(),
  /** Answers from the passages again. */
  clearSource: call(),
  /** Replaces the context and the examples of legacy chats. */
  setMessagePrompt: call(
    object({
      context: message,
      examples: list(object({ input: message, output: message })),
    }),
  ),
} satisfies Calls;

/** Prompt files and their variables. */
export const promptCalls = {
  /** Replaces the values of the variables: all of them. */
  setVariables: call(object({ values: record(message) })),
  /** Asks again what was asked with other values of the variables. Answers whether that was done. */
  tryVariables: call(object({ values: record(message) }), flag),
  /**
   * Saves the conversation as a prompt file, with the text that stands in the composer as its last message:
   * `over` the file that it belongs to, else where the user wants.
   */
  savePrompt: call(object({ text: message, over: flag })),
  /** Shows the file that the conversation belongs to in an editor. */
  showPromptFile: call(),
} satisfies Calls;

/** Tokens of the next message. */
export const tokenCalls = {
  /**
   * Counts the tokens of the next request, with this text as its message: answers a number, or why there is none.
   * Ends where the call is cancelled.
   */
  countTokens: call(
    object({ text: message }),
    either(object({ total: integer(0, Number.MAX_SAFE_INTEGER) }), object({ reason: text() })),
  ),
} satisfies Calls;

/** Steps of one answer: more than any agent takes. */
const MOST_STEPS = 1_000_000;

const typed = object({ event_type: text(64) });

/** An event of a stream as the service sent it: unknown members stay. */
export const stepEvent: Shape<JsonObject> = {
  parse(value, path) {
    typed.parse(value, path);
    return value as JsonObject;
  },
};

/** Interactions: what the service keeps of them, and the branches of a conversation. */
export const interactionCalls = {
  /** Whether the service keeps interactions of this connection from now on. */
  setStored: call(object({ stored: flag })),
  /**
   * Goes on from a turn on another way: what follows it stays as a branch. With a `step`, the place of one in its
   * answer, only what came up to that one is taken along. Answers whether anything changed.
   */
  branchFrom: call(object({ turn: turnId, step: nullable(integer(0, MOST_STEPS)) }), flag),
  /** Shows the way that leads through the turns of a branch, by the id of its first turn. */
  showBranch: call(object({ branch: text(64) })),
  /** Deletes the copy of an answer that the service keeps, after a question. Answers whether that was done. */
  deleteInteraction: call(object({ turn: turnId }), flag),
} satisfies Calls;

/** What opens beside a button of the panel to choose from; `turn` is what can be done with a message. */
const CHOICE_LISTS = ['model', 'mode', 'version', 'connection', 'cache', 'turn'] as const;

export type ChoiceListName = (typeof CHOICE_LISTS)[number];

/** Codicons that rows have; the panel draws no others. */
const CHOICE_ICONS = [
  ...['account', 'add', 'archive', 'arrow-down', 'arrow-up', 'beaker', 'code', 'copy', 'diff'],
  ...['discard', 'edit', 'git-branch', 'insert', 'json', 'refresh', 'repo-forked', 'save'],
  ...['server-process', 'sparkle', 'split-horizontal', 'trash'],
] as const;

export type ChoiceIcon = (typeof CHOICE_ICONS)[number];

/** Rows of one list; a connection has a few hundred models at most. */
const MAX_ROWS = 20_000;

const choice = object(
  {
    /** Of the row within its list. */
    id: text(1024),
    label: text(),
  },
  {
    /** A few words beside the label. */
    description: text(),
    /** A sentence or a name that tells more. */
    detail: text(),
    /** What a list beside a button has the room to tell besides. */
    facts: list(text()),
    icon: oneOf(...CHOICE_ICONS),
    /** A line goes before the row; with a heading, which may be empty. */
    separator: text(),
    /** It is what is used now. */
    isCurrent: flag,
    /** Choosing it shows another list, and does nothing else. */
    leads: flag,
    /** What was typed to search goes with it, and it stays whatever that is. */
    takesTyped: flag,
  },
);

/** A row to choose. */
export type Choice = Shaped<typeof choice>;

const choiceList = object({ title: text(), rows: list(choice, MAX_ROWS) }, { placeholder: text() });

export type ChoiceList = Shaped<typeof choiceList>;

/** Which list: the first one, or the one that rows of the lists before it lead to, by their ids. */
const choicePlace = {
  list: oneOf(...CHOICE_LISTS),
  path: list(text(1024), 4),
};
/** The lists that open beside their buttons; the palette shows the same ones as VS Code's own. */
export const choiceCalls = {
  /** Answers what there is to choose. */
  listChoices: call(object(choicePlace, { turn: turnId }), choiceList),
  /** Does what the last row of the path is for. */
  choose: call(object(choicePlace, { turn: turnId, typed: text(1024) })),
} satisfies Calls;
