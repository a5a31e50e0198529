/**
 * Milliseconds of a duration as JSON carries it, such as `53s` or `0.900s`; undefined for anything else.
 * The service has been seen to send the largest 64-bit number of seconds, where it means never.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,19}(?:\.\d{1,9})?)s$/.exec(text);
  return match ? milliseconds(Number(match[1]), 's') : undefined;
}

type Unit = 'h' | 'm' | 's' | 'ms';

const UNITS: { readonly [U in Unit]: number } = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Milliseconds of a duration as it stands in a sentence, such as `44.09s`, `900.2ms` or `1h2m3s`. */
export function parseSpokenDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  return parts.reduce((sum, part) => sum + milliseconds(Number(part[1]), part[2] as Unit), 0);
}

// Whole, so that 44.09 s are not 44090.00000000001 ms; up, so that nobody comes too early.
function milliseconds(value: number, unit: Unit): number {
  return Math.ceil(Number((value * UNITS[unit]).toFixed(3)));
}
