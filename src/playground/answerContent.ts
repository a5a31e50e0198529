import type { Message } from '../api/schema/infer';
import type { Turn } from './conversation';

/** Whether there is anything to read or to go on from: text or another kind of data, thoughts aside. */
export function hasAnswer(parts: readonly Message<'Part'>[]): boolean {
  return parts.some((part) => part.thought !== true && saysSomething(part));
}

/** Whether anything arrived that would be missed, thoughts included. */
export function hasContent(parts: readonly Message<'Part'>[]): boolean {
  return parts.some(saysSomething);
}

const MARKS: ReadonlySet<string> = new Set(['thought', 'thoughtSignature']);

/** More than marks and an empty text, which often come with a signature or a finish reason. */
function saysSomething(part: Message<'Part'>): boolean {
  return Object.entries(part).some(
    ([name, value]) => !MARKS.has(name) && !(name === 'text' && value === ''),
  );
}

/** What a function gave back: it goes with the message that made the model call it. */
export function isResult({ content: { parts = [] } }: Turn): boolean {
  return parts.length > 0 && parts.every((part) => part.functionResponse !== undefined);
}

/**
 * Whether a message is left out of later requests until it is sent again: nothing was answered to it, because that
 * failed or was stopped, or because the service refused it and would refuse every request that holds it.
 */
export function isLeftOut(message: Turn, answer: Turn | undefined): boolean {
  if (message.role !== 'user' || answer?.role !== 'model') return false;
  const { promptRefused, unanswered } = answer.outcome ?? {};
  return promptRefused === true || (unanswered === true && !isResult(message));
}
