// Names that Windows keeps for devices, with any ending.
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
// What some file system refuses, or what would leave the folder, and what can't be seen.
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** In characters; names of 255 bytes are the most that file systems take. */
const LONGEST = 60;

/**
 * A file name out of a text from elsewhere that every file system takes, and that stays in its folder.
 *
 * @param ending with its dot.
 * @param fallback in place of a text of which nothing is left.
 */
export function safeFileName(text: string, ending: string, fallback: string): string {
  const plain = text.normalize('NFC').replace(UNSAFE, '-').replace(/\s+/g, ' ');
  // A dot in front hides the file, and Windows drops dots and spaces at the end.
  const trimmed = Array.from(plain)
    .slice(0, LONGEST)
    .join('')
    .replace(/^[-. ]+|[-. ]+$/g, '');
  const stem = trimmed === '' ? fallback : trimmed;
  return `${DEVICE.test(stem) ? `_${stem}` : stem}${ending}`;
}
