import { call, type Calls } from '../../webview/rpc';
import { either, flag, integer, list, object, oneOf, record, text } from '../../webview/shape';
import { MAX_PROMPT } from './conversation';
import { editorPlace } from './editorPiece';

/** Most candidates of one answer that a panel can ask for; the service makes far fewer. */
const MAX_CANDIDATES = 1000;

/** Of a turn. */
export const turnId = text(64);
/** What the composer holds at most. */
export const message = text(MAX_PROMPT);

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
