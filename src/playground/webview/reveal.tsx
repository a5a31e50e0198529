import * as l10n from '@vscode/l10n';
import type { JSX, VNode } from 'preact';

// Written as escapes on purpose: the characters themselves can't be seen here either.
// Controls other than tab and line breaks, and the overrides that make text read backwards.
const IN_PROSE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202d\u202e]/g;
// Where a character decides what runs or where a link leads, everything that hides counts: soft hyphen,
// joiners, marks of direction, fillers, tags, variation selectors beyond the emoji's.
const IN_CODE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

/** Words, or an element. */
export type Child = string | JSX.Element;

/** Where a text stands: code and the words of links are shown more strictly than prose. */
export type Place = 'prose' | 'code';

/**
 * Splits a text at characters that can't be seen but change what a reader believes to see (terminal
 * escapes, direction overrides, zero-width characters), so that the page can show them.
 */
export function reveal(text: string, where: Place): readonly Child[] {
  const pattern = where === 'prose' ? IN_PROSE : IN_CODE;
  const result: Child[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) result.push(text.slice(from, match.index));
    result.push(<HiddenCharacter codePoint={codeOf(match[0])} />);
    from = match.index + match[0].length;
  }
  if (from < text.length) result.push(text.slice(from));
  return result;
}

/** A character that can't be seen, shown by its code point such as `U+202E`. */
export function HiddenCharacter({ codePoint }: { readonly codePoint: string }): VNode {
  return (
    <span class="hidden-character" title={l10n.t('Invisible character {0}', codePoint)}>
      {codePoint}
    </span>
  );
}

/** The same as plain text: every hidden character by its code point in angle brackets. */
export function revealedText(text: string): string {
  return text.replace(IN_CODE, (character) => `⟨${codeOf(character)}⟩`);
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
