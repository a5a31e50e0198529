import * as l10n from '@vscode/l10n';
import { mediaTypes, typeOfEnding } from '../base/mediaTypes';
import type { Prompts } from '../platform/prompts';
import { shortName } from './names';

const textNames: ReadonlySet<string> = new Set(
  (
    'makefile gnumakefile dockerfile containerfile jenkinsfile vagrantfile procfile rakefile gemfile brewfile ' +
    'podfile fastfile justfile license licence copying notice authors contributors changelog changes readme ' +
    'install todo version codeowners owners build workspace go.mod go.sum cmakelists.txt'
  ).split(' '),
);

/**
 * Returns a file's MIME type; undefined if unknown. `overrides` is the unvalidated setting
 * `files.mimeTypes` (by extension or name). `head` is the first 4 KiB, if available.
 */
export function mimeTypeOf(
  name: string,
  overrides: unknown,
  head?: Uint8Array,
): string | undefined {
  const small = name.toLowerCase();
  const chosen = overridden(small, overrides);
  if (chosen !== undefined) return chosen;
  const named = textNames.has(small) ? 'text/plain' : typeOfEnding(small);
  if (!head) return named;
  if (named === undefined) return sniff(head);
  // E.g., an MPEG recording named `.ts`.
  return isTextual(named) && !isTextLike(head) ? sniff(head) : named;
}

function isTextual(type: string): boolean {
  return type.startsWith('text/') || type === 'application/json';
}

/** Names take precedence over extensions, longer extensions over shorter ones. */
function overridden(name: string, overrides: unknown): string | undefined {
  if (typeof overrides !== 'object' || overrides === null) return undefined;
  const types = new Map(
    Object.entries(overrides).map(([key, type]: [string, unknown]) => [key.toLowerCase(), type]),
  );
  for (const key of [name, ...endings(name)]) {
    const type = types.get(key);
    if (typeof type === 'string' && isMimeType(type)) return type;
  }
  return undefined;
}

/** Returns all extensions, such as `.d.ts` and `.ts`. */
function endings(name: string): readonly string[] {
  return [...name.matchAll(/\./g)].map(({ index }) => name.slice(index));
}

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

/** Minimum length in bytes: shorter texts may match a magic number by chance. */
const MIN_LENGTH = 12;

/**
 * Detects the type from the first 4 KiB: magic numbers, or `text/plain` for Unicode without NUL.
 * Undefined if undetected.
 */
function sniff(head: Uint8Array): string | undefined {
  const letters = Buffer.from(head.subarray(0, 64)).toString('latin1');
  const marked = MARKS.find(([mark]) => mark.test(letters));
  if (marked && letters.length >= MIN_LENGTH) return marked[1];
  if (isMpegFrame(head)) return 'audio/mpeg';
  return isUnicode(head) ? 'text/plain' : undefined;
}

/** Whether the bytes can be text: no NUL bytes, or UTF-16. */
function isTextLike(head: Uint8Array): boolean {
  return hasUtf16Mark(head) || !head.includes(0);
}

/** Whether an MPEG layer 3 frame starts here (no ID3 tag). */
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
    // Stream mode: the last character may be truncated.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const OTHER = '';

/** Asks for the type of files if undetected; undefined if dismissed. `name` is the first file's. */
export async function askMimeType(
  { prompts }: { readonly prompts: Prompts },
  name: string,
): Promise<string | undefined> {
  const title = l10n.t('Select the Type of {0}', shortName(name));
  const chosen = await prompts.pick<string>(
    { title, placeholder: l10n.t('The API processes the file based on its type') },
    [
      {
        label: l10n.t('Other…'),
        description: l10n.t('enter a MIME type'),
        value: OTHER,
        icon: 'edit',
      },
      ...Object.entries(mediaTypes).map(([type, endings]) => ({
        label: type,
        description: endings.split(' ', 6).join(' '),
        value: type,
      })),
    ],
  );
  if (chosen !== OTHER) return chosen;
  return await prompts.input({
    title,
    prompt: l10n.t('Enter a MIME type, such as text/plain.'),
    validate: (value) =>
      isMimeType(value) ? undefined : l10n.t('Enter a valid MIME type, such as text/plain.'),
  });
}

function isMimeType(text: string): boolean {
  return text.length <= 127 && /^[\w.+-]+\/[\w.+-]+$/.test(text);
}
