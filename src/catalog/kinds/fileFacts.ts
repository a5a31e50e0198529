import { sizeText } from '../../base/format';
import { textAt } from '../../api/json';
import type { JsonObject } from '../../api/schema/row';
import type { Summary } from '../kindRow';
import { text, type Text } from '../text';
import { joined } from './facts';

const GIGABYTE = 1e9;

/** Bytes that all files of a project may have (service documentation). */
export const FILES_QUOTA = 20 * GIGABYTE;

/** `sizeBytes`; undefined where it is no number. */
export function sizeOf(resource: JsonObject): number | undefined {
  const bytes = Number(textAt(resource, 'sizeBytes') || Number.NaN);
  return Number.isFinite(bytes) && bytes >= 0 ? bytes : undefined;
}

/** When the service deletes it, in milliseconds since 1970; undefined where that is not said. */
export function endOf(resource: JsonObject): number | undefined {
  const end = Date.parse(textAt(resource, 'expirationTime'));
  return Number.isNaN(end) ? undefined : end;
}

/**
 * The SHA-256 of a File in hexadecimal; undefined where it is none. The service encodes the hexadecimal text in
 * base64 once more; an encoding of the 32 bytes themselves, as its own documents say, is taken too.
 */
export function hashOf(resource: JsonObject): string | undefined {
  const told = textAt(resource, 'sha256Hash');
  if (HEX.test(told)) return told.toLowerCase();
  const bytes = Buffer.from(told, 'base64');
  if (bytes.length === 32) return bytes.toString('hex');
  const decoded = bytes.toString('latin1');
  return HEX.test(decoded) ? decoded.toLowerCase() : undefined;
}

const HEX = /^[0-9a-f]{64}$/i;

/**
 * How many files there are, and what they take of what a project may have.
 * @param isWhole false where the service has more than these.
 */
export function summary(resources: readonly JsonObject[], isWhole: boolean): Summary | undefined {
  if (resources.length === 0) return undefined;
  const used = resources.reduce((sum, resource) => sum + (sizeOf(resource) ?? 0), 0);
  const form = (separator: string, isSpoken: boolean): Text | undefined =>
    joined([countOf(resources.length, isWhole), usedOf(used, isSpoken)], separator);
  const [short, spoken] = [form(' · ', false), form(', ', true)];
  return short && spoken && { short, spoken };
}

function countOf(count: number, isWhole: boolean): Text {
  if (!isWhole) return text(count === 1 ? 'at least {0} file' : 'at least {0} files', count);
  return text(count === 1 ? '{0} file' : '{0} files', count);
}

function usedOf(used: number, isSpoken: boolean): Text {
  const limit = FILES_QUOTA / GIGABYTE;
  if (used >= GIGABYTE) {
    const gigabytes = (used / GIGABYTE).toFixed(1);
    return text(isSpoken ? '{0} of {1} gigabytes used' : '{0} of {1} GB', gigabytes, limit);
  }
  const { message, args } = sizeText(used, isSpoken);
  const rest = isSpoken ? ' of {1} gigabytes used' : ' of {1} GB';
  return text(`${message}${rest}`, ...args, limit);
}
