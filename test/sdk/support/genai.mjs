import { requirePeer } from '../../bench/peers.mjs';

// What the tests use of the types of `@google/genai`, by hand: the package is installed by the run itself, so
// that type checks can't count on it.

/**
 * @typedef {{ text?: string, thought?: boolean, thoughtSignature?: string, functionCall?: FunctionCall, functionResponse?: object }} Part
 * @typedef {{ id?: string, name?: string, args?: { [name: string]: unknown } }} FunctionCall
 * @typedef {{ role?: string, parts?: Part[] }} Content
 */

/**
 * @typedef {object} Answer
 * @property {string} [text]
 * @property {FunctionCall[]} [functionCalls]
 * @property {{ content?: Content, finishReason?: string }[]} [candidates]
 * @property {{ blockReason?: string }} [promptFeedback]
 * @property {{ promptTokenCount: number, candidatesTokenCount: number, totalTokenCount: number }} usageMetadata
 * @property {Content[]} [automaticFunctionCallingHistory]
 * @property {string} [modelVersion]
 */

/**
 * @typedef {object} Model
 * @property {string} name
 * @property {string} [displayName]
 * @property {string} [description]
 * @property {number} [inputTokenLimit]
 * @property {string[]} [supportedActions]
 */

/**
 * @typedef {object} File
 * @property {string} name
 * @property {string} [displayName]
 * @property {string} mimeType
 * @property {string} sizeBytes
 * @property {string} state
 * @property {string} uri
 * @property {string} sha256Hash
 */

/**
 * @template T
 * @typedef {AsyncIterable<T> & { page: T[], pageLength: number, hasNextPage: () => boolean, nextPage: () => Promise<T[]> }} Pager
 */

/**
 * @typedef {object} Chat
 * @property {(input: { message: unknown, config?: object }) => Promise<Answer>} sendMessage
 * @property {(input: { message: unknown, config?: object }) => Promise<AsyncIterable<Answer>>} sendMessageStream
 * @property {(curated?: boolean) => Content[]} getHistory
 */

/**
 * @typedef {object} GoogleGenAI
 * @property {{
 *   list: (input?: object) => Promise<Pager<Model>>,
 *   get: (input: { model: string }) => Promise<Model>,
 *   generateContent: (input: { model: string, contents: unknown, config?: object }) => Promise<Answer>,
 *   generateContentStream: (input: { model: string, contents: unknown, config?: object }) => Promise<AsyncIterable<Answer>>,
 * }} models
 * @property {{ create: (input: { model: string, config?: object, history?: Content[] }) => Chat }} chats
 * @property {{
 *   upload: (input: { file: string | Blob, config?: object }) => Promise<File>,
 * }} files
 */

/** @typedef {Error & { status: number }} ApiError */

/**
 * The official SDK as it is published.
 * @returns {{
 *   GoogleGenAI: new (options: { apiKey: string, apiVersion?: string, httpOptions: object }) => GoogleGenAI,
 *   GenerateVideosOperation: new () => { name?: string },
 *   ApiError: new (...args: never[]) => ApiError,
 * }}
 */
export const loadGenai = () => requirePeer('@google/genai');
