import type { Message } from '../../api/schema/infer';
import { withoutTriggers } from '../triggers';

type Content = Message<'Content'>;

type Part = Message<'Part'>;

export interface Conversation {
  readonly system: string;
  readonly question: string;
  readonly earlier: readonly string[];
  /** Model texts since the question if the response is to be continued. */
  readonly soFar: readonly string[] | undefined;
  /** Last text of the last turn, such as "continue". Earlier texts of the turn may have failed. */
  readonly last: string;
  readonly attachments: readonly string[];
  readonly responses: readonly Message<'FunctionResponse'>[];
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

/** Longer texts are treated as prompts, even if they start with "continue". */
const CONTINUE_LENGTH = 200;

function asksToContinue(content: Content): boolean {
  const text = withoutTriggers(textOf(content).slice(0, 2 * CONTINUE_LENGTH));
  return text.length <= CONTINUE_LENGTH && CONTINUE.test(text);
}

function isModel(content: Content | undefined): boolean {
  return content?.role === 'model';
}

/**
 * Returns the text of a turn without thoughts. Joins model parts directly, and user parts as separate texts.
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
