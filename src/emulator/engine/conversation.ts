import type { Message } from '../../api/schema/infer';
import { withoutTriggers } from '../triggers';

type Content = Message<'Content'>;

type Part = Message<'Part'>;

/** What the engine reads out of a request's contents. */
export interface Conversation {
  readonly system: string;
  /** The user's turn that is to be answered, as it was written. */
  readonly question: string;
  /** What the user said in the turns before, oldest first, without requests to continue. */
  readonly earlier: readonly string[];
  /** Answered so far, where the request asks to go on: the model's texts since the question. */
  readonly soFar: readonly string[] | undefined;
  /** The last text of the last turn, which may be "continue". Texts before it may have failed. */
  readonly last: string;
  readonly attachments: readonly string[];
  /** Results of function calls in the last turn. */
  readonly responses: readonly Message<'FunctionResponse'>[];
  /** Names of the functions that have given results since the question. */
  readonly answered: readonly string[];
}

export function readConversation(
  contents: readonly Content[],
  system: Content | undefined,
): Conversation {
  const at = questionIndex(contents);
  const question = contents[at];
  const after = contents.slice(at + 1).filter(isModel);
  const last = contents.at(-1);
  const resultsIn = (content: Content | undefined) =>
    partsOf(content).flatMap((part) => part.functionResponse ?? []);
  const responses = resultsIn(last);
  const earlier = contents
    .slice(0, at)
    .filter((content) => !isModel(content) && textOf(content) !== '' && !asksToContinue(content))
    .map((content) => withoutTriggers(textOf(content)));
  return {
    system: textOf(system),
    question: textOf(question),
    earlier,
    soFar: after.length > 0 && responses.length === 0 ? after.map(textOf) : undefined,
    last: isModel(last) ? '' : (partsOf(last).findLast((part) => part.text)?.text ?? ''),
    attachments: partsOf(question).flatMap(attachment),
    responses,
    answered: contents
      .slice(at)
      .flatMap(resultsIn)
      .map(({ name = '' }) => name),
  };
}

/** Index of the turn to answer: the user's last one that is not just "continue". */
function questionIndex(contents: readonly Content[]): number {
  let at = contents.length - 1;
  while (at > 0) {
    const content = contents[at];
    const previous = contents[at - 1];
    if (content === undefined) break;
    const isAside =
      textOf(content) === '' && partsOf(content).every((part) => part.functionResponse);
    if (!isModel(content) && !isAside && !(asksToContinue(content) && isModel(previous))) break;
    at -= 1;
  }
  return Math.max(at, 0);
}

const CONTINUE =
  /^\s*(your (last )?answer was (cut|cut off|interrupted)[.,:]?\s+)?(please,?\s+)?(continue|go on|keep going|carry on)\b/i;

/** Longer texts that begin so are prompts of their own. */
const CONTINUE_LENGTH = 200;

function asksToContinue(content: Content): boolean {
  const text = withoutTriggers(textOf(content).slice(0, 2 * CONTINUE_LENGTH));
  return text.length <= CONTINUE_LENGTH && CONTINUE.test(text);
}

function isModel(content: Content | undefined): boolean {
  return content?.role === 'model';
}

/**
 * The text of a turn without thoughts. The parts of an answer are pieces of one text; those of a message
 * are texts of their own.
 */
export function textOf(content: Content | undefined): string {
  return (content?.parts ?? [])
    .filter((part) => part.thought !== true)
    .flatMap(({ text }) => (text === undefined || text === '' ? [] : [text]))
    .join(isModel(content) ? '' : '\n');
}

function partsOf(content: Content | undefined): readonly Part[] {
  return content?.parts ?? [];
}

function attachment(part: Part): readonly string[] {
  if (part.inlineData) {
    const bytes = Math.floor(((part.inlineData.data ?? '').replace(/=+$/, '').length * 3) / 4);
    return [`${part.inlineData.mimeType ?? 'a file'}, ${bytes.toLocaleString('en-US')} bytes`];
  }
  if (part.fileData) return [part.fileData.fileUri ?? part.fileData.mimeType ?? 'a file'];
  return [];
}
