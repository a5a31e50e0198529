type Method = (this: Buffer, ...args: unknown[]) => unknown;
type Measure = (bytes: Buffer, args: readonly unknown[], result: unknown) => number;

/** Bytes that a call searched, copied or decoded. */
const measures: readonly (readonly [string, Measure])[] = [
  [
    'indexOf',
    (bytes, [, from], found) =>
      (found === -1 ? bytes.length : Number(found) + 1) - Number(from ?? 0),
  ],
  ['lastIndexOf', (bytes, _args, found) => bytes.length - Math.max(Number(found), 0)],
  ['toString', (bytes, [, from, to]) => Number(to ?? bytes.length) - Number(from ?? 0)],
  ['copy', (_bytes, _args, copied) => Number(copied)],
];

/**
 * Runs `work` and counts the bytes that it searches, copies and decodes through Buffer: a measure of work
 * that, unlike time, is the same on every machine.
 */
export function countBytes(work: () => void): number {
  let count = 0;
  const prototype: object = Buffer.prototype as object;
  const originals = measures.map(([name, measure]) => {
    const method = Reflect.get(prototype, name) as Method;
    Reflect.set(prototype, name, function (this: Buffer, ...args: unknown[]): unknown {
      const result = method.apply(this, args);
      count += measure(this, args, result);
      return result;
    });
    return { name, method };
  });
  const concat = Reflect.get(Buffer, 'concat') as (...args: unknown[]) => Buffer;
  Reflect.set(Buffer, 'concat', (...args: unknown[]) => {
    const joined = concat.apply(Buffer, args);
    count += joined.length;
    return joined;
  });
  try {
    work();
  } finally {
    for (const { name, method } of originals) Reflect.set(prototype, name, method);
    Reflect.set(Buffer, 'concat', concat);
  }
  return count;
}
