import { gunzipSync } from 'node:zlib';
import { StatusError } from '../status';

/** A file or a folder of an archive, by its path without slashes at the ends. */
export interface TarEntry {
  readonly path: string;
  /** Undefined for a folder. */
  readonly content: Buffer | undefined;
}

const BLOCK = 512;
const GZIP = [0x1f, 0x8b] as const;

/** What is at which byte of a head, as POSIX lays it out. */
const NAME = { at: 0, length: 100 } as const;
const SIZE = { at: 124, length: 12 } as const;
const CHECKSUM = { at: 148, length: 8 } as const;
const TYPE_AT = 156;
const PREFIX = { at: 345, length: 155 } as const;

/**
 * The files and folders of a tar archive, also of one that is packed with gzip. Links and devices are left out. Throws
 * 400 for what is no archive, has more than `most` bytes, or names a place outside of itself.
 */
export function readTar(archive: Buffer, most: number): readonly TarEntry[] {
  const bytes = unpacked(archive, most);
  if (bytes.length < BLOCK) throw noArchive();
  const entries: TarEntry[] = [];
  // A long name comes as an entry of its own, before the one whose name it is.
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const head = bytes.subarray(at, at + BLOCK);
    if (head.every((byte) => byte === 0)) break;
    if (octal(head, CHECKSUM) !== checksumOf(head)) throw noArchive();
    const size = octal(head, SIZE);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    // Also where the size is below nothing, or no number.
    if (content.length !== size) throw noArchive();
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(head[TYPE_AT] ?? 0);
    if (type === 'L') longName = text(content, { at: 0, length: size });
    else if (type === 'x') longName = paxPath(content.toString('utf8')) ?? longName;
    else {
      const path = safePath(longName ?? ustarName(head));
      longName = undefined;
      if (path === '') continue;
      if (type === '5') entries.push({ path, content: undefined });
      else if (type === '0' || type === '\0') entries.push({ path, content });
    }
  }
  return entries;
}

function unpacked(archive: Buffer, most: number): Buffer {
  if (archive[0] !== GZIP[0] || archive[1] !== GZIP[1]) return archive;
  try {
    return gunzipSync(archive, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof Error) throw noArchive();
    throw error;
  }
}

/** An archive of files and folders, with the same bytes for the same entries. */
export function writeTar(entries: Iterable<TarEntry>): Buffer {
  const parts: Buffer[] = [];
  for (const { path, content } of entries) {
    const name = content ? path : `${path}/`;
    if (Buffer.byteLength(name) > NAME.length) {
      const record = paxRecord('path', name);
      parts.push(headOf('pax', record.length, 'x'), padded(record));
    }
    parts.push(headOf(name, content?.length ?? 0, content ? '0' : '5'));
    if (content) parts.push(padded(content));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function headOf(name: string, size: number, type: string): Buffer {
  const head = Buffer.alloc(BLOCK);
  head.set(Buffer.from(name).subarray(0, NAME.length), NAME.at);
  head.write(type === '5' ? '0000755\0' : '0000644\0', 100, 'latin1');
  head.write('0000000\0'.repeat(2), 108, 'latin1');
  head.write(`${size.toString(8).padStart(11, '0')}\0`, SIZE.at, 'latin1');
  head.write(`${'0'.repeat(11)}\0`, 136, 'latin1');
  head.write(type, TYPE_AT, 'latin1');
  head.write('ustar\x0000', 257, 'latin1');
  head.write(`${checksumOf(head).toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1');
  return head;
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

/** `30 path=…`: the length counts itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length += 1;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function paxPath(records: string): string | undefined {
  return /^\d+ path=(.*)$/m.exec(records)?.[1];
}

function ustarName(head: Buffer): string {
  const prefix = text(head, PREFIX);
  const name = text(head, NAME);
  return prefix === '' ? name : `${prefix}/${name}`;
}

interface Place {
  readonly at: number;
  readonly length: number;
}

function text(bytes: Buffer, { at, length }: Place): string {
  const [whole = ''] = bytes.toString('utf8', at, at + length).split('\0');
  return whole;
}

function octal(head: Buffer, place: Place): number {
  return Number.parseInt(text(head, place).trim() || '0', 8);
}

/** All bytes of a head together, its checksum counted as spaces. */
function checksumOf(head: Buffer): number {
  const end = CHECKSUM.at + CHECKSUM.length;
  return head.reduce((sum, byte, at) => sum + (at >= CHECKSUM.at && at < end ? 32 : byte), 0);
}

function safePath(name: string): string {
  const steps = name.split('/').filter((step) => step !== '' && step !== '.');
  if (name.startsWith('/') || steps.includes('..')) {
    throw new StatusError(400, `The archive names a place outside of itself: '${name}'.`);
  }
  return steps.join('/');
}

function noArchive(): StatusError {
  return new StatusError(400, 'The content is no tar archive that can be unpacked.');
}
