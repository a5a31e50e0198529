import { createHash } from 'node:crypto';
import { nameIn } from './records';
import type { HandlerContext } from './handlerContext';

// Stores the bytes of files and batches as ordered blocks, which are never all in memory. Block names start
// with the owner's name, so that both are deleted together.

/** Minimum block size in bytes, except for the last block. */
const BLOCK_BYTES = 64 * 1024;

// Types that the emulator reads: JSON Lines under any name, and other text.
const READ_TYPES =
  /^(?:text\/.*|jsonl|application\/(?:[\w.-]*\+)?(?:x-)?(?:json|jsonl|jsonlines|ndjson))(?: *;.*)?$/i;

/** Whether uploads of this type are stored, because API methods read them. */
export function isReadable(mimeType: string): boolean {
  return READ_TYPES.test(mimeType);
}

export function addContent(world: HandlerContext, owner: string, blocks: Iterable<Buffer>): void {
  let count = world.state.count('contents', owner);
  for (const block of gathered(blocks)) {
    const name = nameIn(owner, 'contents', String(count));
    const hidden = { base64: block.toString('base64') };
    world.state.insert('contents', { name, parent: owner, resource: {}, hidden });
    count += 1;
  }
}

export function* contentBlocks(
  world: HandlerContext,
  owner: string,
): Generator<Buffer, void, undefined> {
  for (let index = 0; ; index++) {
    const block = contentBlock(world, owner, index);
    if (!block) return;
    yield block;
  }
}

/** Returns all bytes, for small files. Undefined if none are stored. */
export function contentOf(world: HandlerContext, owner: string): Buffer | undefined {
  if (world.state.count('contents', owner) === 0) return undefined;
  return Buffer.concat([...contentBlocks(world, owner)]);
}

export function contentBlock(
  world: HandlerContext,
  owner: string,
  index: number,
): Buffer | undefined {
  const base64 = world.state.find('contents', nameIn(owner, 'contents', String(index)))?.hidden
    .base64;
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined;
}

/** Deletes the bytes but not their owner. */
export function removeContent(world: HandlerContext, owner: string): void {
  for (let index = 0; ; index++) {
    if (!world.state.remove('contents', nameIn(owner, 'contents', String(index)))) return;
  }
}

export function sha256Of(blocks: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const block of blocks) hash.update(block);
  return hash.digest('hex');
}

const LINE_FEED = 10;

/** Yields the bytes in the smallest blocks that end at line breaks. */
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

export function linesOf(block: Buffer): readonly string[] {
  return block
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

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
