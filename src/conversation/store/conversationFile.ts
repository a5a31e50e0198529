import { randomBytes } from 'node:crypto';
import type { Message } from '../../api/schema/infer';
import { VERSIONS } from '../../api/versions';
import type { JsonObject } from '../../api/schema/row';
import {
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
  type Shape,
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
import {
  unchangedShape,
  contentAsSent,
  MAX_ITEMS,
  ratingsAsSent,
  usageAsSent,
} from './responseShapes';

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
