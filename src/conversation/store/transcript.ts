import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { Version } from '../../api/versions';
import type {
  AttachedPart,
  Conversation,
  Failure,
  Fix,
  KeptAttachment,
  ModelTurn,
  Turn,
  TurnInteraction,
  TurnResult,
  UserTurn,
} from '../model/conversation';
import { isResumable } from '../model/interaction';
import {
  answerText,
  hasAnswer,
  hasContent,
  textAfterPieces,
  withFilledPrompt,
} from '../model/turns';
import { newId } from './conversationFile';

export type InitialState = Pick<
  Conversation,
  'connection' | 'model' | 'settings' | 'version' | 'mode'
>;

/** Returns an empty conversation. `now` is in ms since 1970. */
export function newConversation(
  { connection, model, version, mode, settings }: InitialState,
  now: number,
  id = newId(),
): Conversation {
  const time = new Date(now).toISOString();
  return {
    format: 1,
    id,
    revision: 0,
    title: untitled(),
    createTime: time,
    updateTime: time,
    connection,
    model,
    settings,
    ...(version && { version }),
    ...(mode && { mode }),
    turns: [],
  };
}

export function untitled(): string {
  return l10n.t('New conversation');
}

export interface AttachedParts {
  readonly parts: readonly Message<'Part'>[];
  readonly attached: readonly AttachedPart[];
}

const NOTHING: AttachedParts = { parts: [], attached: [] };

export function withUserTurn(
  conversation: Conversation,
  text: string,
  { parts, attached }: AttachedParts = NOTHING,
): Conversation {
  const words = text.trim() === '' && parts.length > 0 ? [] : [{ text }];
  const turn: UserTurn = {
    id: newId(),
    role: 'user',
    content: { role: 'user', parts: [...parts, ...words] },
    ...(attached.length > 0 && { attached }),
  };
  return { ...conversation, turns: [...conversation.turns, turn] };
}

export function withAttachments(
  { attachments: _, ...conversation }: Conversation,
  attachments: readonly KeptAttachment[],
): Conversation {
  return attachments.length === 0 ? conversation : { ...conversation, attachments };
}

export function withTurn(conversation: Conversation, turn: Turn): Conversation {
  const at = conversation.turns.findIndex((other) => other.id === turn.id);
  const turns = at < 0 ? [...conversation.turns, turn] : conversation.turns.with(at, turn);
  return { ...conversation, turns };
}

export function withoutLastAnswer(conversation: Conversation): Conversation {
  if (conversation.turns.at(-1)?.role !== 'model') return conversation;
  return { ...conversation, turns: conversation.turns.slice(0, -1) };
}

export function lastAnswer(conversation: Conversation): ModelTurn | undefined {
  const last = conversation.turns.at(-1);
  return last?.role === 'model' ? last : undefined;
}

/** The outcome of a user-edited response while its continuation streams. */
export const INTERRUPTED: TurnResult = { verdict: 'interrupted', durationMs: 0 };

/** Marks a response as interrupted if VS Code exited while it was streaming. */
export function withInterruptionsReported(conversation: Conversation): Conversation {
  const turns = conversation.turns.map((turn) =>
    turn.role === 'model' && isInterrupted(turn) ? { ...turn, outcome: interrupted(turn) } : turn,
  );
  return { ...conversation, turns };
}

function isInterrupted({ edited, outcome }: ModelTurn): boolean {
  if (!edited) return !outcome;
  return outcome?.verdict === INTERRUPTED.verdict && !outcome.failure;
}

function interrupted({ content, interaction }: ModelTurn): TurnResult {
  const { parts = [] } = content;
  if (interaction) return interruptedSteps(interaction);
  const message = l10n.t('The window was closed or reloaded while this response was arriving.');
  const fixes: readonly Fix[] = hasAnswer(parts) ? ['continue', 'retry'] : ['retry'];
  return {
    verdict: 'interrupted',
    durationMs: 0,
    failure: { message, fixes },
    ...(!hasContent(parts) && { unanswered: true }),
  };
}

/** A stored interaction can be resumed; other interactions can't. */
function interruptedSteps(interaction: TurnInteraction): TurnResult {
  const message = l10n.t('The window was closed or reloaded while this response was arriving.');
  const failure: Failure = isResumable(interaction)
    ? { message, fixes: ['resume', 'retry'] }
    : {
        message,
        hint: l10n.t(
          'This interaction isn’t stored on the server, so the missing part can’t be read.',
        ),
        fixes: ['retry', 'keepInteractions'],
      };
  const isEmpty = interaction.steps.length === 0;
  return { verdict: 'interrupted', durationMs: 0, failure, ...(isEmpty && { unanswered: true }) };
}

/**
 * Copies a conversation up to a turn, without prompt file, comparison, and attachments. `now` is in
 * ms since 1970.
 */
export function forkConversation(original: Conversation, turn: string, now: number): Conversation {
  const {
    attachments: _,
    draft: _draft,
    promptFile: __,
    promptSha256: ___,
    comparison: ____,
    branches: _____,
    branchOrder: ______,
    ...conversation
  } = withFilledPrompt(original);
  const at = conversation.turns.findIndex(({ id }) => id === turn);
  const time = new Date(now).toISOString();
  return {
    ...conversation,
    id: newId(),
    revision: 0,
    title: l10n.t('{0} (fork)', conversation.title),
    createTime: time,
    updateTime: time,
    turns: conversation.turns.slice(0, at + 1),
  };
}

export function conversationUpTo(conversation: Conversation, turn: string): Conversation {
  const { branches: _, branchOrder: __, attachments: ___, draft: _draft, ...own } = conversation;
  const { turns, ...rest } = own;
  return { ...rest, turns: turns.slice(0, turns.findIndex(({ id }) => id === turn) + 1) };
}

interface UserWrittenMessage {
  readonly role: Turn['role'];
  readonly text: string;
}

export function toTurn(
  { role, text }: UserWrittenMessage,
  { model, version }: { readonly model: string; readonly version: Version },
): Turn {
  const content = { role, parts: [{ text }] };
  return role === 'user'
    ? { id: newId(), role, content }
    : { id: newId(), role, content, model, version, edited: true };
}

/** Inserts a turn before or after another one; unchanged if that turn no longer exists. */
export function withInserted(
  conversation: Conversation,
  beside: string,
  place: 'before' | 'after',
  turn: Turn,
): Conversation {
  const at = conversation.turns.findIndex(({ id }) => id === beside);
  if (at < 0) return conversation;
  const turns = conversation.turns.toSpliced(place === 'before' ? at : at + 1, 0, turn);
  return { ...conversation, turns };
}

/** Maximum length of an automatic title, in UTF-16 units. */
const TITLE_LENGTH = 60;
const TITLE_SOURCE = 4000;
/** Shorter messages get part of the response in the title. */
const FEW_WORDS = 3;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

interface Exchange {
  readonly message: UserTurn | undefined;
  /** Absent without a usable response. */
  readonly answer: ModelTurn | undefined;
}

/** Updates the automatic title after a change. Doesn't change titles set by the user or by a prompt file. */
export function updateTitle(before: Conversation, after: Conversation): Conversation {
  if (after.named || after.promptFile !== undefined || after.title !== before.title) return after;
  if (after.turns === before.turns) return after;
  const [was, is] = [firstExchange(before), firstExchange(after)];
  if (was.message === is.message && was.answer === is.answer) return after;
  if (was.message && before.title !== exchangeTitle(before)) return after;
  const title = exchangeTitle(after) ?? after.title;
  return title === after.title ? after : { ...after, title };
}

/**
 * Returns a title: the first sentence of the message, or a heading of the response if the message is long.
 * Appends the start of the response to a short message. Undefined without text.
 */
export function exchangeTitle(conversation: Conversation): string | undefined {
  const { message, answer } = firstExchange(conversation);
  if (!message) return undefined;
  const asked = promptLine(message);
  const told = answer && firstLine(answerText(answer.content.parts ?? []));
  if (!asked) return told && short(told.text);
  const title = short(asked.text);
  if (!told || isJson(told.text)) return title;
  if (countWords(title) < FEW_WORDS) return cut(`${title} – ${told.text}`);
  return told.isHeading && title === cut(asked.text) && title !== asked.text
    ? short(told.text)
    : title;
}

function firstExchange({ turns, comparison }: Conversation): Exchange {
  const at = turns.findIndex(({ role }) => role === 'user');
  const [message, answer] = turns.slice(Math.max(at, 0), at + 2);
  return {
    message: message?.role === 'user' ? message : undefined,
    // All columns of a comparison share a title, so responses aren't used.
    answer: answer?.role === 'model' && !comparison ? answer : undefined,
  };
}

/** Returns the first line of a turn, shortened; undefined without text. */
export function turnTitle(turn: Turn): string | undefined {
  const line =
    turn.role === 'user' ? promptLine(turn) : firstLine(answerText(turn.content.parts ?? []));
  return line && short(line.text);
}

function promptLine(message: UserTurn): Line | undefined {
  const { content, attached = [] } = message;
  const text = answerText(content.parts ?? [], message, ' ');
  // The question is more descriptive than the code before it.
  return firstLine(textAfterPieces(text)) ?? firstLine(text) ?? firstLine(attached[0]?.name ?? '');
}

interface Line {
  readonly text: string;
  readonly isHeading: boolean;
}

/**
 * Returns the first line with text, without Markdown. Code is used only if there is nothing else.
 */
function firstLine(text: string): Line | undefined {
  let isCode = false;
  let code: Line | undefined;
  for (const line of text.slice(0, TITLE_SOURCE).split(/[\r\n\u2028\u2029]/)) {
    const visible = line.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
    if (/^(```|~~~)/.test(visible)) {
      isCode = !isCode;
    } else if (isCode) {
      if (visible !== '') code ??= { text: visible, isHeading: false };
    } else {
      const plain = withoutMarkdown(visible);
      if (
        /[^\s\p{P}\p{S}]/u.test(plain) ||
        (plain !== '' && /\p{Extended_Pictographic}/u.test(plain))
      )
        return { text: plain, isHeading: /^#{1,6} /.test(visible) };
    }
  }
  return code;
}

const BLOCK = /^(?:(?:#{1,6}|>|[-*+•]|\d{1,3}[.)]|\[[ xX]\]) +)+/;
const LITERAL = /(`+)(.+?)\1|\\([!-/:-@[-`{-~])/g;
/** Delimits placeholders of literals; lines don't contain soft hyphens. */
const PLACEHOLDER_MARK = '\u00ad';
const INLINE: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1'],
  [/(\*\*\*|\*\*|\*|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}])(___|__|_)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2'],
];

function withoutMarkdown(line: string): string {
  const literals: string[] = [];
  const held = line
    .replace(BLOCK, '')
    .replace(LITERAL, (_, _marks, code?: string, mark?: string) => {
      literals.push(code?.trim() ?? mark ?? '');
      return `${PLACEHOLDER_MARK}${literals.length - 1}${PLACEHOLDER_MARK}`;
    });
  return INLINE.reduce((text, [marks, content]) => text.replace(marks, content), held)
    .split(PLACEHOLDER_MARK)
    .map((piece, at) => (at % 2 === 1 ? (literals[Number(piece)] ?? '') : piece))
    .join('')
    .trim();
}

function isJson(text: string): boolean {
  return /^[[{]/.test(text);
}

function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count++;
  return count;
}

function short(line: string): string {
  if (line.length <= TITLE_LENGTH) return line;
  const [sentence = ''] = /^.+?[.!?…](?=\s)|^.+?[。！？]/u.exec(line) ?? [];
  const isSentence = sentence.length <= TITLE_LENGTH && countWords(sentence) >= FEW_WORDS;
  return isSentence ? sentence.replace(/(?<=[^.])\.$/, '') : cut(line);
}

function cut(line: string): string {
  if (line.length <= TITLE_LENGTH) return line;
  // Don't split a surrogate pair.
  const beginning = line.slice(0, TITLE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  const isWhole = /^\s/.test(line.slice(beginning.length));
  const whole = isWhole ? beginning : beginning.replace(/\s+\S*$/, '');
  const kept = whole.length > TITLE_LENGTH / 2 ? whole : beginning;
  return `${kept.replace(/[\s,;:.–-]+$/u, '')}…`;
}
