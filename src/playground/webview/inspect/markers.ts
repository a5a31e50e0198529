/** What stands around a number in a text with markers. Punctuation, so that emphasis beside it stays what it is. */
const OPEN = '\u2e28';
const CLOSE = '\u2e29';
const MARKER = /\u2e28(\d{1,4})\u2e29/;

/** The marker of a source, as it stands in Markdown. */
export function markerOf(number: number): string {
  return OPEN + String(number) + CLOSE;
}

/** A text with nothing in it that could be taken for a marker. */
export function unmarked(text: string): string {
  return text.replaceAll(OPEN, '((').replaceAll(CLOSE, '))');
}

/** Words, and in place of the markers between them their numbers. */
export function splitAtMarkers(text: string): readonly (string | number)[] {
  return text.split(MARKER).map((piece, index) => (index % 2 === 0 ? piece : Number(piece)));
}

export function withoutMarkers(text: string): string {
  return splitAtMarkers(text)
    .filter((piece) => typeof piece === 'string')
    .join('');
}
