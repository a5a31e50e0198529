import { analyse } from 'chardet';
import { throwIfAborted } from '../../base/async';
import type { ImportSource } from './importSource';

export type Encoding = (typeof ENCODINGS)[number]['id'];

/** Selectable encodings, with VS Code's names and the detector's names. */
export const ENCODINGS = [
  { id: 'utf-8', label: 'UTF-8', found: [] },
  { id: 'utf-16le', label: 'UTF-16 LE', found: [] },
  { id: 'utf-16be', label: 'UTF-16 BE', found: [] },
  { id: 'windows-1252', label: 'Western (Windows 1252)', found: ['windows-1252', 'ISO-8859-1'] },
  { id: 'windows-1250', label: 'Central European (Windows 1250)', found: ['windows-1250'] },
  { id: 'iso-8859-2', label: 'Central European (ISO 8859-2)', found: ['ISO-8859-2'] },
  { id: 'windows-1251', label: 'Cyrillic (Windows 1251)', found: ['windows-1251'] },
  { id: 'koi8-r', label: 'Cyrillic (KOI8-R)', found: ['KOI8-R'] },
  { id: 'windows-1253', label: 'Greek (Windows 1253)', found: ['windows-1253', 'ISO-8859-7'] },
  { id: 'windows-1254', label: 'Turkish (Windows 1254)', found: ['windows-1254', 'ISO-8859-9'] },
  { id: 'windows-1255', label: 'Hebrew (Windows 1255)', found: ['windows-1255', 'ISO-8859-8'] },
  { id: 'windows-1256', label: 'Arabic (Windows 1256)', found: ['windows-1256'] },
  { id: 'windows-1257', label: 'Baltic (Windows 1257)', found: ['windows-1257'] },
  { id: 'windows-1258', label: 'Vietnamese (Windows 1258)', found: ['windows-1258'] },
  { id: 'shift_jis', label: 'Japanese (Shift JIS)', found: ['Shift_JIS'] },
  { id: 'euc-jp', label: 'Japanese (EUC-JP)', found: ['EUC-JP'] },
  { id: 'gb18030', label: 'Simplified Chinese (GB 18030)', found: ['GB18030'] },
  { id: 'big5', label: 'Traditional Chinese (Big5)', found: ['Big5'] },
  { id: 'euc-kr', label: 'Korean (EUC-KR)', found: ['EUC-KR'] },
] as const;

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Size of the sample, in bytes. */
const SAMPLE = 65_536;
/** Maximum confidence (of 100) that counts as no evidence. */
const NO_EVIDENCE = 10;
/** Minimum ratio of zero bytes between even and odd positions (UTF-16). */
const MOSTLY = 10;

/**
 * Detects the encoding: BOM, zero bytes (UTF-16), valid UTF-8, or the detector's guess. Reads the complete
 * source, because the first non-ASCII character may be near the end.
 */
export async function detectEncoding(
  source: Pick<ImportSource, 'read'>,
  signal?: AbortSignal,
): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let last: Buffer | undefined;
  for await (const block of blocks(source, signal)) {
    const found = last ? undefined : ofStart(block);
    if (found) return found;
    if (!isUtf8(decoder, block)) return guess(block);
    last = block;
  }
  // The sample may end inside a character.
  return !last || isUtf8(decoder) ? 'utf-8' : guess(last);
}

/** Yields the bytes in blocks of a minimum size, except the last. */
async function* blocks(
  source: Pick<ImportSource, 'read'>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source.read(signal)) {
    throwIfAborted(signal);
    parts.push(Uint8Array.from(piece));
    size += piece.length;
    if (size < SAMPLE) continue;
    yield Buffer.concat(parts);
    parts = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(parts);
}

/** Whether the block continues valid UTF-8. Without a block, whether the text may end here. */
function isUtf8(decoder: InstanceType<typeof TextDecoder>, block?: Buffer): boolean {
  try {
    decoder.decode(block, { stream: block !== undefined });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function ofStart(start: Buffer): Encoding | undefined {
  const marked = MARKS.find(([, mark]) => start.subarray(0, mark.length).equals(Buffer.from(mark)));
  return marked ? marked[0] : byZeros(start);
}

/** Detects UTF-16 without a BOM: ASCII characters have a zero byte on a fixed side. */
function byZeros(start: Buffer): Encoding | undefined {
  let [even, odd] = [0, 0];
  for (const [index, byte] of start.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const many = start.length / 100;
  if (odd > many && even * MOSTLY < odd) return 'utf-16le';
  return even > many && odd * MOSTLY < even ? 'utf-16be' : undefined;
}

function guess(sample: Buffer): Encoding {
  const text = sample.toString('utf8');
  const good = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  // Text in other encodings rarely contains valid UTF-8 sequences.
  if (good > broken) return 'utf-8';
  const found = analyse(sample).flatMap(({ name, confidence }) => {
    const row = ENCODINGS.find((one) => (one.found as readonly string[]).includes(name));
    return row && confidence > NO_EVIDENCE ? [{ id: row.id, confidence }] : [];
  });
  const [best] = found;
  const western = found.find(({ id }) => id === 'windows-1252');
  // A short sample matches several encodings. Western files are the most common.
  if (!best || (western && western.confidence * 2 >= best.confidence)) return 'windows-1252';
  return best.id;
}

export function encodingText(encoding: Encoding): string {
  return ENCODINGS.find(({ id }) => id === encoding)?.label ?? encoding;
}
