import { inspect } from 'node:util';
import { redact } from '../redact';

/** Characters of a message; together with the rest of an error under 2 kB. */
export const MESSAGE_LIMIT = 1000;
const INSPECT_LIMIT = 2000;

/** Cuts a text and says so. */
export function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}

/** One line without control characters: what a server sent is shown to people and written to logs. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** What `util.inspect` shows of an error: name, reason, message, hint and where; never more than 2 kB. */
export function inspectBriefly(
  error: Error & { reason: string; hint: string | undefined },
): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const hint = error.hint === undefined ? [] : [`  ${error.hint}`];
  const lines = [
    `${error.name} [${error.reason}]: ${error.message}`,
    ...hint,
    ...frames.slice(0, 5),
  ];
  return cut(redact(lines.join('\n')), INSPECT_LIMIT);
}

/** The method name under which `util.inspect` looks for an object's own view of itself. */
export const inspectSymbol: typeof inspect.custom = inspect.custom;
