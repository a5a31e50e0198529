import { randomBytes } from 'node:crypto';
import { VERSIONS } from '../../api/versions';
import type { Message } from '../../api/schema/infer';
import {
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  ShapeError,
  text,
  type Shape,
} from '../../webview/shape';
import { FIXES, VERDICTS, type Conversation, type Turn } from '../conversation';
import { settingsShape } from '../protocol';

/** Everything here is text that people or models wrote: as long as a file can be. */
const LONG = Number.MAX_SAFE_INTEGER;
const MANY = 1_000_000;

/**
 * JSON as the service sent it: its unknown fields stay, because parts go back to the service exactly as
 * they came. Only that it is an object is checked here.
 */
function asSent<T>(): Shape<T> {
  return {
    parse(value, path = '') {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        throw new ShapeError(path, 'an object');
      }
      return value as T;
    },
  };
}

const content: Shape<Message<'Content'>> = {
  parse(value, path = '') {
    const parsed = asSent<Message<'Content'>>().parse(value, path);
    object({}, { parts: list(asSent(), MANY), role: text(64) }).parse(value, path);
    return parsed;
  },
};

const outcome = object(
  { verdict: oneOf(...VERDICTS), durationMs: number(0, LONG) },
  {
    finishReason: text(LONG),
    finishMessage: text(LONG),
    blockReason: text(LONG),
    safetyRatings: list(asSent<Message<'SafetyRating'>>(), MANY),
    usage: asSent<Message<'GenerateContentResponse.UsageMetadata'>>(),
    firstTokenMs: number(0, LONG),
    failure: object({ message: text(LONG), fixes: list(oneOf(...FIXES)) }, { hint: text(LONG) }),
    promptRefused: flag,
  },
);

const userTurn = object({ id: text(64), role: oneOf('user'), content });
const modelTurn = object(
  { id: text(64), role: oneOf('model'), content, model: text(LONG), version: oneOf(...VERSIONS) },
  { outcome },
);
const anyTurn = object({ role: oneOf('user', 'model') });
const turnShapes = { user: userTurn, model: modelTurn };

const turn: Shape<Turn> = {
  parse(value, path) {
    const { role } = anyTurn.parse(value, path);
    return turnShapes[role].parse(value, path);
  },
};

const conversation = object(
  {
    format: integer(1, 1),
    id: text(64),
    revision: integer(1, LONG),
    title: text(LONG),
    createTime: text(64),
    updateTime: text(64),
    connection: text(64),
    model: text(LONG),
    settings: settingsShape,
    turns: list(turn, MANY),
  },
  { version: oneOf(...VERSIONS) },
);

/** A conversation's file is named by its id, and the id also comes back from the webview: no paths. */
const ID = /^[a-z0-9]{16}$/;

export function isConversationId(id: string): boolean {
  return ID.test(id);
}

export function newId(): string {
  return randomBytes(8).toString('hex');
}

export function conversationFileName(id: string): string {
  return `${id}.json`;
}

export function formatConversation(value: Conversation): string {
  return `${JSON.stringify(value)}\n`;
}

/** Throws `SyntaxError` or `ShapeError` where the text is not a conversation of this format. */
export function parseConversation(source: string): Conversation {
  const { version, ...rest } = conversation.parse(JSON.parse(source));
  return { ...rest, format: 1, ...(version && { version }) };
}
