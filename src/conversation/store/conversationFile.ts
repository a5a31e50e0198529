import { randomBytes } from 'node:crypto';
import type { Message } from '../../api/schema/infer';
import { messages } from '../../api/schema/messages';
import { VERSIONS } from '../../api/versions';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { isObject } from '../../base/json';
import {
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  type Shape,
  ShapeError,
  text,
} from '../../webview/shape';
import {
  type ColumnOf,
  type Conversation,
  FIXES,
  PLAYGROUND_MODES,
  type Turn,
  VERDICTS,
} from '../model/conversation';
import { draftShape } from '../model/calls';
import { settingsShape } from '../model/settings';

const MAX_ITEMS = 1_000_000;

/**
 * Accepts any object unchanged, including unknown fields, because parts must be sent back exactly as
 * received.
 */
function unchangedShape<T>(): Shape<T> {
  return {
    parse(value, path = '') {
      if (!isObject(value)) {
        throw new ShapeError(path, 'an object');
      }
      return value as T;
    },
  };
}

const contentShape = object({}, { parts: list(unchangedShape(), MAX_ITEMS), role: text(64) });

const contentAsSent: Shape<Message<'Content'>> = {
  parse(value, path = '') {
    contentShape.parse(value, path);
    return value as Message<'Content'>;
  },
};

const ratingsAsSent: Shape<readonly Message<'SafetyRating'>[]> = list(unchangedShape(), MAX_ITEMS);
const usageAsSent: Shape<Message<'GenerateContentResponse.UsageMetadata'>> = unchangedShape();

type Piece = Message<'GenerateContentResponse'>;

const WORD = text(10_000);
const MESSAGE = text(1_000_000);

const pieceShape = object(
  {},
  {
    candidates: list(
      object(
        {},
        {
          index: integer(0, 1000),
          content: contentAsSent,
          finishReason: WORD,
          finishMessage: MESSAGE,
          safetyRatings: ratingsAsSent,
        },
      ),
      MAX_ITEMS,
    ),
    promptFeedback: object({}, { blockReason: WORD, safetyRatings: ratingsAsSent }),
    usageMetadata: usageAsSent,
  },
);

/**
 * Validates a stream chunk. Drops `null` fields, which some gateways add. Throws `AppError`
 * (`badAnswer`) for other shapes, because the saved file would be unreadable.
 */
export function readPiece(piece: unknown): Piece {
  const cleaned = withoutNulls(piece);
  try {
    pieceShape.parse(cleaned);
  } catch (error) {
    throw new AppError('badAnswer', `The API sent an invalid response: ${errorMessage(error)}.`, {
      hint: 'A gateway or proxy may have changed the response. Check the endpoint.',
      cause: error,
    });
  }
  return cleaned as Piece;
}

/** Removes nulls from the chunk, its candidates, their contents, and known fields of parts. */
function withoutNulls(value: unknown, name = ''): unknown {
  if (name === 'candidates' && Array.isArray(value)) return value.map((item) => withoutNulls(item));
  if (name === 'parts' && Array.isArray(value)) return value.map(readPart).filter(isNotEmpty);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([field, inner]) => [field, NESTED.has(field) ? withoutNulls(inner, field) : inner]),
  );
}

const NESTED: ReadonlySet<string> = new Set(['candidates', 'content', 'parts', 'promptFeedback']);

/** Unknown fields of a part are unchanged, because it is sent back. */
function readPart(part: unknown): unknown {
  if (!isObject(part) || !Object.values(part).includes(null)) return part;
  const known = messages.Part.fields;
  const kept = Object.entries(part).filter(
    ([name, field]) => field !== null || !Object.hasOwn(known, name),
  );
  return Object.fromEntries(kept);
}

function isNotEmpty(part: unknown): boolean {
  return !isObject(part) || Object.keys(part).length > 0;
}

/** Text length is limited only by the file size. */
const LONG = Number.MAX_SAFE_INTEGER;

const mode = oneOf(...PLAYGROUND_MODES);

const outcome = object(
  { verdict: oneOf(...VERDICTS), durationMs: number(0, LONG) },
  {
    finishReason: text(LONG),
    finishMessage: text(LONG),
    blockReason: text(LONG),
    safetyRatings: ratingsAsSent,
    usage: usageAsSent,
    firstTokenMs: number(0, LONG),
    failure: object({ message: text(LONG), fixes: list(oneOf(...FIXES)) }, { hint: text(LONG) }),
    promptRefused: flag,
    unanswered: flag,
  },
);

const source = object({ scheme: text(LONG), authority: text(LONG), path: text(LONG) });
const line = integer(1, LONG);
const reference = object(
  { kind: oneOf('file', 'folder') },
  { lines: object({ first: line, last: line }) },
);
const attachedPart = object(
  { part: integer(0, MAX_ITEMS), name: text(LONG) },
  { expiresAt: number(0, LONG), source, reference, reread: oneOf('changed', 'gone') },
);
const template = object({ text: text(LONG), variables: record(text(LONG), MAX_ITEMS) });
const userTurn = object(
  { id: text(64), role: oneOf('user'), content: contentAsSent },
  {
    attached: list(attachedPart, MAX_ITEMS),
    leftOut: list(text(LONG), MAX_ITEMS),
    author: text(LONG),
    automatic: flag,
    template,
  },
);
const sent = unchangedShape<JsonObject>();
const continuation = object(
  {
    parts: integer(0, MAX_ITEMS),
    length: integer(0, LONG),
    chosen: integer(0, MAX_ITEMS),
    model: text(LONG),
    version: oneOf(...VERSIONS),
  },
  { mode, sent },
);
const gap = nullable(integer(0, LONG));
const interaction = object(
  { stored: flag, steps: list(unchangedShape<JsonObject>(), MAX_ITEMS) },
  {
    id: text(LONG),
    status: text(LONG),
    gone: flag,
    background: flag,
    lastEventId: text(LONG),
    previous: text(LONG),
    connection: text(64),
    agent: text(LONG),
    environment: text(LONG),
    earlier: integer(0, MAX_ITEMS),
    usage: unchangedShape<Message<'interactions.Usage'>>(),
    times: list(nullable(object({ start: number(0, LONG) }, { stop: number(0, LONG) })), MAX_ITEMS),
    tokens: list(gap, MAX_ITEMS),
    created: text(LONG),
    digest: text(64),
    cut: object({ turn: text(64), step: integer(0, MAX_ITEMS) }),
  },
);
const modelTurn = object(
  {
    id: text(64),
    role: oneOf('model'),
    content: contentAsSent,
    model: text(LONG),
    version: oneOf(...VERSIONS),
  },
  {
    modelName: text(LONG),
    free: flag,
    outcome,
    edited: flag,
    mode,
    sent,
    continuation,
    answer: unchangedShape<JsonObject>(),
    alternatives: list(contentAsSent, MAX_ITEMS),
    chosen: integer(0, MAX_ITEMS),
    schemaProblems: list(text(LONG), MAX_ITEMS),
    interaction,
    embeddings: list(list(number(-Number.MAX_VALUE, Number.MAX_VALUE), MAX_ITEMS), MAX_ITEMS),
  },
);
const anyTurn = object({ role: oneOf('user', 'model') });
const turnShapes = { user: userTurn, model: modelTurn };

const turn: Shape<Turn> = {
  parse(value, path) {
    const { role } = anyTurn.parse(value, path);
    return turnShapes[role].parse(value, path);
  },
};

const branch = object({ after: text(64), turns: list(turn, MAX_ITEMS) });

const attachment = object(
  { id: text(64), name: text(LONG), mimeType: text(LONG), kind: oneOf('inline', 'file') },
  {
    size: number(0, LONG),
    part: unchangedShape<Message<'Part'>>(),
    source,
    reference,
    connection: text(64),
    file: text(LONG),
    expiresAt: number(0, LONG),
  },
);

const cache = object(
  { name: text(LONG), label: text(LONG), connection: text(64), model: text(LONG) },
  {
    expireTime: text(64),
    tokens: integer(0, LONG),
    beginning: object({ upTo: text(64), digest: text(64) }),
  },
);

const wholeColumn = object({ id: text(64), column: integer(0, MAX_ITEMS) });
const columnOf: Shape<ColumnOf | undefined> = {
  parse(value, path) {
    try {
      return wholeColumn.parse(value, path);
    } catch {
      return undefined;
    }
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
    turns: list(turn, MAX_ITEMS),
  },
  {
    version: oneOf(...VERSIONS),
    cache,
    attachments: list(attachment, MAX_ITEMS),
    draft: draftShape,
    mode,
    author: text(LONG),
    oneText: flag,
    variables: record(text(LONG), MAX_ITEMS),
    promptFile: text(LONG),
    named: flag,
    promptSha256: text(64),
    comparison: columnOf,
    branches: list(branch, MAX_ITEMS),
    branchOrder: list(text(64), MAX_ITEMS),
  },
);

/** IDs are file names and also come from the webview, so paths must be impossible. */
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

/** Parses a conversation file. Throws `SyntaxError` or `ShapeError` if invalid. */
export function parseConversation(source: string): Conversation {
  return readConversation(JSON.parse(source));
}

/** Validates parsed JSON. Throws `ShapeError` if invalid. */
export function readConversation(value: unknown): Conversation {
  return conversation.parse(value) as Conversation;
}
