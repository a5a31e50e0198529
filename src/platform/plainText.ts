// Characters that change how others look or cannot be seen: controls, direction marks, overrides and
// isolates, invisible separators. Joiners stay: emoji and some scripts need them.
const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

/** A text from elsewhere on one line, with what would be invisible made visible, such as `\u202e`. */
export function plainText(text: string): string {
  return text.replace(HIDDEN, (character) =>
    /[\t\r\n]/.test(character)
      ? ' '
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same of a text whose line breaks are meant: a list under a question, the lines of a tooltip. */
export function plainLines(text: string): string {
  return text.split('\n').map(plainText).join('\n');
}

// What VS Code takes for an icon (`renderLabelWithIcons`). A backslash before anything else would be seen.
const ICON = /\$\([a-z0-9-]+(?:~[a-z]+)?\)/gi;

/**
 * A text for labels in which VS Code would draw `$(name)` as an icon: rows of a list, the status bar, lines
 * above a document. To be escaped once: a second time would show the backslash.
 */
export function labelText(text: string): string {
  return plainText(text).replace(ICON, String.raw`\$&`);
}

/** A text for notifications, in which VS Code would make a link of `[text](command:…)` (`parseLinkedText`). */
export function messageText(text: string): string {
  return plainText(text).replaceAll('](', '] (');
}

/** A text under an input box, in which VS Code would make links and draw icons. To be escaped once. */
export function promptText(text: string): string {
  return labelText(messageText(text));
}

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** A text for Markdown in which nothing of it is markup: every punctuation mark becomes an entity. */
export function markdownText(text: string): string {
  return plainText(text).replace(PUNCTUATION, (mark) => `&#${mark.charCodeAt(0)};`);
}

/**
 * The same with backslashes. For messages of tests: VS Code shows the beginning of one in a list too, where entities would
 * stand as they are.
 */
export function escapedMarkdown(text: string): string {
  return plainText(text).replace(PUNCTUATION, String.raw`\$&`);
}

/** A quotation in such a Markdown that keeps the lines of the text and how far they are indented. */
export function quotedMarkdown(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const words = line.trimStart();
      // Behind an empty line, four spaces would begin a block of code, in which backslashes are seen.
      return `> ${'\u00a0'.repeat(line.length - words.length)}${escapedMarkdown(words)}`;
    })
    .join('  \n');
}
