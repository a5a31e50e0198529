import * as l10n from '@vscode/l10n';
import type { JSX, VNode } from 'preact';

// Control characters except tab and line breaks, and bidi overrides. Escaped, because they are invisible.
const IN_PROSE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202d\u202e]/g;
// All invisible characters, because code and link text affect security: soft hyphens, joiners, bidi marks,
// fillers, tags, and variation selectors except for emoji.
const IN_CODE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;

export type Child = string | JSX.Element;

/** Code and link text use stricter rules than prose. */
export type Place = 'prose' | 'code';

/**
 * Splits text at invisible characters that can mislead readers (terminal escapes, bidi overrides, zero-width)
 * and shows them.
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

/** An invisible character, shown by its code point such as `U+202E`. */
export function HiddenCharacter({ codePoint }: { readonly codePoint: string }): VNode {
  return (
    <span class="hidden-character" title={l10n.t('Invisible character {0}', codePoint)}>
      {codePoint}
    </span>
  );
}

export function revealedText(text: string): string {
  return text.replace(IN_CODE, (character) => `⟨${codeOf(character)}⟩`);
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
