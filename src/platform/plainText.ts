// Invisible or misleading characters: controls, bidirectional marks, invisible separators. Excludes joiners,
// which emoji and some scripts need.

const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Converts untrusted text to one line, with invisible characters escaped, such as `\u202e`. */
export function plainText(text: string): string {
  return text.replace(HIDDEN, (character) =>
    /[\t\r\n]/.test(character)
      ? ' '
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function plainLines(text: string): string {
  return text.split('\n').map(plainText).join('\n');
}

// VS Code's icon syntax (`renderLabelWithIcons`). A backslash elsewhere would be visible.
const ICON = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/gi;

/** Escapes `$(name)` icons for list items, the status bar and code lenses. Escape only once. */
export function labelText(text: string): string {
  return plainText(text).replace(ICON, String.raw`\$&`);
}

/** Escapes links (`[text](command:…)`) for notifications, see `parseLinkedText` in VS Code. */
export function messageText(text: string): string {
  return plainText(text).replaceAll('](', '] (');
}

/** Escapes links and icons for the prompt of an input box. Escape only once. */
export function promptText(text: string): string {
  return labelText(messageText(text));
}

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Escapes text for Markdown: all punctuation becomes entities. */
export function markdownText(text: string): string {
  return plainText(text).replace(PUNCTUATION, (mark) => `&#${mark.charCodeAt(0)};`);
}

/**
 * Escapes text with backslashes for test messages, since lists show such messages without decoding entities.
 */
export function escapedMarkdown(text: string): string {
  return plainText(text).replace(PUNCTUATION, String.raw`\$&`);
}

/** Returns a Markdown quotation that keeps lines and indentation. */
export function quotedMarkdown(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const words = line.trimStart();
      // Four spaces after an empty line would start a code block, in which backslashes are visible.
      return `> ${'\u00a0'.repeat(line.length - words.length)}${escapedMarkdown(words)}`;
    })
    .join('  \n');
}

/** Escapes only links, images and HTML, so that Markdown source stays readable. */
export function escapeLine(text: string): string {
  return plainText(text).replace(/[[<]/g, '\\$&');
}
