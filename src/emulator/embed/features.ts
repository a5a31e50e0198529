import { takeTokens } from '../engine/tokens';

/** What is read of a text; the service's embedding models cut off there too. */
const MAX_TOKENS = 2048;

// How much the parts of a text count. Words decide; pairs know their order, and parts of words find
// other forms of them.
const WORD = 1;
const PAIR = 0.3;
const PART = 0.7;
const COMMON = 0.1;

// Words that say little about what a text is about; they are frequent enough to drown the others.
const common: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how i if ' +
    'in into is it its me my no not of on or our she should so than that the their them then there ' +
    'they this to was we were what when where which while who why will with would you your'
  ).split(' '),
);

// A run of letters and digits, one sign of a script without spaces, or one symbol.
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}])+|\p{S}/gu;

/** Letters of a part of a word. */
const PART_LENGTH = 3;

/**
 * What a text is made of, with weights: words, pairs of neighbours, and parts of words of three letters.
 * Case, accents and forms of the same character make no difference. What occurs again counts less each time.
 */
export function featuresOf(text: string): ReadonlyMap<string, number> {
  const words = fold(takeTokens(text, MAX_TOKENS).text).match(TOKEN) ?? [];
  const counts = new Map<string, { readonly weight: number; count: number }>();
  const add = (feature: string, weight: number): void => {
    const known = counts.get(feature);
    if (known) known.count += 1;
    else counts.set(feature, { weight, count: 1 });
  };
  let before = '';
  for (const word of words) {
    const isCommon = common.has(word);
    add(word, isCommon ? COMMON : WORD);
    if (before !== '') add(`${before} ${word}`, PAIR);
    before = word;
    if (!isCommon) addParts(word, add);
  }
  return new Map(
    [...counts].map(([feature, { weight, count }]) => [feature, weight * (1 + Math.log(count))]),
  );
}

function addParts(word: string, add: (feature: string, weight: number) => void): void {
  const marked = `<${word}>`;
  const parts = marked.length - PART_LENGTH + 1;
  if (parts < 2) return;
  // All parts of a word together weigh the same, however long it is.
  const weight = PART / Math.sqrt(parts);
  for (let at = 0; at < parts; at += 1) add(`#${marked.slice(at, at + PART_LENGTH)}`, weight);
}

function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
  // Up and down again folds case also where one letter becomes two.
  return plain.toUpperCase().toLowerCase();
}
