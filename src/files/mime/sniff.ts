/** How the first bytes look, as Latin-1, and the type that they tell. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'application/pdf'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^RIFF....WEBP/s, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^(II\*\0|MM\0\*)/, 'image/tiff'],
  [/^RIFF....WAVE/s, 'audio/wav'],
  [/^RIFF....AVI /s, 'video/avi'],
  [/^FORM....AIF[FC]/s, 'audio/aiff'],
  [/^ID3[\x02-\x04]/, 'audio/mpeg'],
  [/^fLaC/, 'audio/flac'],
  [/^OggS.{24}OpusHead/s, 'audio/opus'],
  [/^OggS/, 'audio/ogg'],
  [/^\0...ftypqt/s, 'video/quicktime'],
  [/^\0...ftypM4[AB]/s, 'audio/mp4'],
  [/^\0...ftyphei[cx]/s, 'image/heic'],
  [/^\0...ftyp(mif1|hei)/s, 'image/heif'],
  [/^\0...ftypavi[fs]/s, 'image/avif'],
  [/^\0...ftyp3g/s, 'video/3gpp'],
  [/^\0...ftyp/s, 'video/mp4'],
  [/^\x1aE\xdf\xa3.*matroska/s, 'video/x-matroska'],
  [/^\x1aE\xdf\xa3/, 'video/webm'],
  [/^\0\0\x01\xba/, 'video/mpeg'],
  [/^FLV\x01/, 'video/x-flv'],
  [/^PK\x03\x04/, 'application/zip'],
];

/** Length that a marked type has at least: shorter texts may begin like it by chance. */
const SHORTEST = 12;

/**
 * The type that the first 4 KiB of a file tell: by the marks of common formats, and `text/plain` for Unicode
 * without NUL. Undefined where they tell nothing.
 */
export function sniff(head: Uint8Array): string | undefined {
  const letters = Buffer.from(head.subarray(0, 64)).toString('latin1');
  const marked = MARKS.find(([mark]) => mark.test(letters));
  if (marked && letters.length >= SHORTEST) return marked[1];
  if (isMpegFrame(head)) return 'audio/mpeg';
  return isUnicode(head) ? 'text/plain' : undefined;
}

/** Whether the bytes can be text in any usual encoding: there is no NUL among them, or they are UTF-16. */
export function isTextLike(head: Uint8Array): boolean {
  return hasUtf16Mark(head) || !head.includes(0);
}

/** A frame of MPEG audio, layer 3, without tags before it. */
function isMpegFrame([first = 0, second = 0]: Uint8Array): boolean {
  return first === 0xff && (second & 0xe6) === 0xe2;
}

function hasUtf16Mark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function isUnicode(head: Uint8Array): boolean {
  if (hasUtf16Mark(head)) return true;
  if (head.includes(0)) return false;
  try {
    // As a stream: the last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    // Other bytes are an answer here.
    return false;
  }
}
