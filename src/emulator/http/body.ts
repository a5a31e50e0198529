import type { IncomingMessage } from 'node:http';
import type { JsonValue } from '../../api/schema/row';
import { StatusError } from '../status';
import { LenientJsonError, parseLenientJson } from './lenientJson';

/** Deeper than any message can be; what goes over JSON by recursion is safe up to here. */
const MAX_DEPTH = 1000;

/** A JSON body, and its text as it was sent. */
export interface JsonBody {
  readonly json: JsonValue;
  readonly text: string;
}

/**
 * Reads a body as text. Throws the service's 400 where it is longer than `limit` bytes; of a longer one the
 * rest is read and dropped, so that the client gets to see the answer.
 */
export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
    // A client that never ends is cut off.
    if (size > 8 * limit) request.destroy();
  }
  if (size > limit) {
    throw new StatusError(400, `Request payload size exceeds the limit: ${limit} bytes.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Reads a JSON body. Throws the service's 400 where it is longer than `limit` bytes, nests too deep or is
 * no JSON.
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<JsonBody> {
  const text = await readText(request, limit);
  if (text === '') return { json: {}, text: '{}' };
  const json = parseJson(text);
  if (isDeeper(json, MAX_DEPTH)) {
    throw new StatusError(
      400,
      'Invalid JSON payload received. Message too deep. Max recursion depth reached.',
    );
  }
  return { json, text };
}

function isDeeper(json: JsonValue, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (levels === 0) return true;
  return (Object.values(json) as JsonValue[]).some((inner) => isDeeper(inner, levels - 1));
}

/** Reads JSON as leniently as the service. Throws its 400 for what is none. */
export function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    // The strict reader is the fast one; what it refuses may still be what the service takes.
    return parseLenient(text);
  }
}

function parseLenient(text: string): JsonValue {
  try {
    return parseLenientJson(text);
  } catch (error) {
    if (!(error instanceof LenientJsonError)) throw error;
    const { at } = error;
    // The service shows the line around the place, with a mark under it.
    const from = Math.max(0, at - 20);
    const line = text.slice(from, at + 20).replace(/\s/g, ' ');
    const mark = `${' '.repeat(at - from)}^`;
    const message = `Invalid JSON payload received. Unexpected token.\n${line}\n${mark}`;
    throw new StatusError(400, message);
  }
}
