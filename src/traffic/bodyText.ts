import { fence } from '../base/fence';
import type { L10n } from '../platform/l10n';
import { prettyJson } from './prettyJson';

/** A body as it is kept. */
export interface KeptBody {
  /** Without secrets. */
  readonly text: string;
  readonly isCut: boolean;
}

// What no text has: a zero, or bytes that are no UTF-8, which the decoder has replaced.
const BINARY = /[\0\ufffd]/;
// A character that was cut in half at the end is no such.
const HALF = /\ufffd{1,3}$/;

/** A body as Markdown: JSON on lines of its own, other texts as they came, and what is no text in words. */
export function bodyText({ text, isCut }: KeptBody, l10n: L10n): readonly string[] {
  if (text === '') return isCut ? [l10n.t('The body is not kept.')] : [];
  const whole = isCut ? text.replace(HALF, '') : text;
  if (BINARY.test(whole)) return [l10n.t('The body is not text, so it is not shown.')];
  const pretty = prettyJson(whole);
  const body =
    pretty === undefined ? fence(lines(whole), languageOf(whole)) : fence(pretty, 'json');
  return isCut
    ? [body, l10n.t('This is the beginning of the body: no more of it is kept.')]
    : [body];
}

/** An editor has one kind of line ends. */
function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** JSON that was cut is coloured all the same. */
function languageOf(text: string): string {
  return /^\s*[{[]/.test(text) ? 'json' : 'text';
}
