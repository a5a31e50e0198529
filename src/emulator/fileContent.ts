import { createHash } from 'node:crypto';
import { nameIn } from './records';
import type { World } from './world';

// What is kept of the bytes of a file, or of what a batch reads and writes: blocks in their order, so that nothing has
// to be in memory as a whole. They go with what they belong to, whose name begins theirs.

/** Bytes of a block at least, but for the last. */
const BLOCK_BYTES = 64 * 1024;

// What the service reads itself: JSON lines, whatever they are called, and other text.
const READ_TYPES =
  /^(?:text\/.*|jsonl|application\/(?:[\w.-]*\+)?(?:x-)?(?:json|jsonl|jsonlines|ndjson))(?: *;.*)?$/i;

/** Whether an uploaded file of this type is one that the service reads, so that its bytes are kept. */
export function isReadable(mimeType: string): boolean {
  return READ_TYPES.test(mimeType);
}

/** Adds bytes after those that are there. */
export function addContent(world: World, owner: string, blocks: Iterable<Buffer>): void {
  let count = world.state.count('contents', owner);
  for (const block of gathered(blocks)) {
    const name = nameIn(owner, 'contents', String(count));
    const hidden = { base64: block.toString('base64') };
    world.state.insert('contents', { name, parent: owner, resource: {}, hidden });
    count += 1;
  }
}

/** The bytes, read as they are asked for. */
export function* contentBlocks(world: World, owner: string): Generator<Buffer, void, undefined> {
  for (let index = 0; ; index++) {
    const block = contentBlock(world, owner, index);
    if (!block) return;
    yield block;
  }
}

/** The bytes as a whole: for files that are small. Undefined where none are kept. */
export function contentOf(world: World, owner: string): Buffer | undefined {
  if (world.state.count('contents', owner) === 0) return undefined;
  return Buffer.concat([...contentBlocks(world, owner)]);
}

/** One of the blocks; undefined after the last. */
export function contentBlock(world: World, owner: string, index: number): Buffer | undefined {
  const base64 = world.state.find('contents', nameIn(owner, 'contents', String(index)))?.hidden
    .base64;
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined;
}

/** Removes the bytes; what they belong to stays. */
export function removeContent(world: World, owner: string): void {
  for (let index = 0; ; index++) {
    if (!world.state.remove('contents', nameIn(owner, 'contents', String(index)))) return;
  }
}

/** Hexadecimal. */
export function sha256Of(blocks: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const block of blocks) hash.update(block);
  return hash.digest('hex');
}

const LINE_FEED = 10;

/** The bytes again, in blocks that end where lines do and are no longer than they need be. */
export function* wholeLines(blocks: Iterable<Buffer>): Generator<Buffer, void, undefined> {
  const rest: Buffer[] = [];
  for (const block of pieces(blocks)) {
    const end = block.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield Buffer.concat([...rest.splice(0), block.subarray(0, end)]);
    if (end < block.length) rest.push(block.subarray(end));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last;
}

function* pieces(blocks: Iterable<Buffer>): Generator<Buffer, void, undefined> {
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += BLOCK_BYTES) {
      yield block.subarray(at, at + BLOCK_BYTES);
    }
  }
}

/** The lines of a block that ends where a line does; those with nothing in them left out. */
export function linesOf(block: Buffer): readonly string[] {
  return block
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

/** The same bytes in blocks that are large enough to be worth a record. */
function* gathered(blocks: Iterable<Buffer>): Generator<Buffer, void, undefined> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for (const block of blocks) {
    waiting.push(block);
    bytes += block.length;
    if (bytes < BLOCK_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
