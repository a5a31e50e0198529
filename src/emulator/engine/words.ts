/** Only this much of a prompt is looked at for words: it may be megabytes long. */
const LOOKED_AT = 2000;

export function words(text: string): readonly string[] {
  return text.slice(0, LOOKED_AT).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** One line of at most `length` characters, with an ellipsis where something was left out. */
export function shorten(text: string, length: number): string {
  const start = text.slice(0, length * 4);
  const characters = Array.from(start.replace(/\s+/g, ' ').trim());
  if (characters.length <= length && start.length === text.length) return characters.join('');
  return `${characters.slice(0, length).join('').trimEnd()}…`;
}

/** A few telling words of a text, lower case and without signs; good as an identifier. */
export function topic(text: string): readonly string[] {
  const telling = words(text)
    .map((word) => word.toLowerCase())
    .filter((word) => /^[a-z][a-z0-9]{2,15}$/.test(word) && !plain.has(word));
  return [...new Set(telling)].slice(0, 3);
}

const plain: ReadonlySet<string> = new Set(
  (
    'the and for that this with from into you your please can could would should write make give ' +
    'show tell create how what why who when where are was were has have its about code function ' +
    'script program snippet class table list steps using some any python rust java javascript ' +
    'typescript sql bash shell'
  ).split(' '),
);

/** A name in the prompt: a quoted phrase, else a capitalised word that does not begin a sentence. */
export function nameIn(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT);
  const quoted = /["“]([^"”\n]{1,40})["”]/.exec(start)?.[1];
  return quoted ?? /[\p{L}\p{N},] (\p{Lu}[\p{L}\p{N}-]+)/u.exec(start)?.[1];
}
