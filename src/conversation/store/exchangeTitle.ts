import type { Conversation, ModelTurn, Turn, UserTurn } from '../model/conversation';
import { behindPieces } from '../model/calls';
import { answerText } from '../model/turns';

/** Longest title that is made from an exchange, in UTF-16 units. */
const TITLE_LENGTH = 60;
/** Of a long message only so much is looked at for a title. */
const TITLE_SOURCE = 4000;
/** A message of fewer words says too little by itself: the answer to it goes along. */
const FEW_WORDS = 3;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The first message of the user and what was answered to it. */
interface Exchange {
  readonly message: UserTurn | undefined;
  /** Absent where there is none that counts. */
  readonly answer: ModelTurn | undefined;
}

/**
 * A conversation after a change of it, with the title that its first exchange gives it. One that the user named, that
 * belongs to a prompt file, or that is called something else by now keeps its name.
 */
export function retitled(before: Conversation, after: Conversation): Conversation {
  if (after.named || after.promptFile !== undefined || after.title !== before.title) return after;
  if (after.turns === before.turns) return after;
  const [was, is] = [firstExchange(before), firstExchange(after)];
  if (was.message === is.message && was.answer === is.answer) return after;
  if (was.message && before.title !== exchangeTitle(before)) return after;
  const title = exchangeTitle(after) ?? after.title;
  return title === after.title ? after : { ...after, title };
}

/**
 * What a conversation is called after its first exchange: the first sentence of the message. Where that is long, a
 * heading that the answer begins with is used; where it says little, such as “Hello”, or only something is attached,
 * the beginning of the answer stands behind it. Undefined where nothing of it has words.
 */
export function exchangeTitle(conversation: Conversation): string | undefined {
  const { message, answer } = firstExchange(conversation);
  if (!message) return undefined;
  const asked = askedLine(message);
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
    // The columns of a comparison are answered apart, and have one name.
    answer: answer?.role === 'model' && !comparison ? answer : undefined,
  };
}

/** What a turn is called in a list: its first line, as short as a title; undefined where it has no words. */
export function turnTitle(turn: Turn): string | undefined {
  const line =
    turn.role === 'user' ? askedLine(turn) : firstLine(answerText(turn.content.parts ?? []));
  return line && short(line.text);
}

function askedLine(message: UserTurn): Line | undefined {
  const { content, attached = [] } = message;
  // What was said before and after an attachment are parts of their own.
  const text = answerText(content.parts ?? [], message, ' ');
  // A question says more than where the code below it is from.
  return firstLine(behindPieces(text)) ?? firstLine(text) ?? firstLine(attached[0]?.name ?? '');
}

interface Line {
  readonly text: string;
  readonly isHeading: boolean;
}

/** The first line with words on it, without Markdown; one of code where there is nothing else. */
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

/** Marks of a block at the beginning of a line. */
const BLOCK = /^(?:(?:#{1,6}|>|[-*+•]|\d{1,3}[.)]|\[[ xX]\]) +)+/;
/** Code, in which nothing is a mark, and a character that a backslash says is none. */
const LITERAL = /(`+)(.+?)\1|\\([!-/:-@[-`{-~])/g;
/** Stands around the number of a literal: no line has it. */
const HELD = '\u00ad';
const INLINE: readonly (readonly [RegExp, string])[] = [
  [/!?\[([^\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1'],
  [/(\*\*\*|\*\*|\*|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}])(___|__|_)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2'],
];

/** A line as it reads once Markdown is drawn. */
function withoutMarkdown(line: string): string {
  const literals: string[] = [];
  const held = line
    .replace(BLOCK, '')
    .replace(LITERAL, (_, _marks, code?: string, mark?: string) => {
      literals.push(code?.trim() ?? mark ?? '');
      return `${HELD}${literals.length - 1}${HELD}`;
    });
  return INLINE.reduce((text, [marks, content]) => text.replace(marks, content), held)
    .split(HELD)
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

/** A line that is short enough, its first sentence, or its beginning. */
function short(line: string): string {
  if (line.length <= TITLE_LENGTH) return line;
  const [sentence = ''] = /^.+?[.!?…](?=\s)|^.+?[。！？]/u.exec(line) ?? [];
  const isSentence = sentence.length <= TITLE_LENGTH && countWords(sentence) >= FEW_WORDS;
  return isSentence ? sentence.replace(/(?<=[^.])\.$/, '') : cut(line);
}

/** Cut at a word, where it is too long. */
function cut(line: string): string {
  if (line.length <= TITLE_LENGTH) return line;
  // Half of a surrogate pair is no character.
  const beginning = line.slice(0, TITLE_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
  const isWhole = /^\s/.test(line.slice(beginning.length));
  const whole = isWhole ? beginning : beginning.replace(/\s+\S*$/, '');
  const kept = whole.length > TITLE_LENGTH / 2 ? whole : beginning;
  return `${kept.replace(/[\s,;:.–-]+$/u, '')}…`;
}
