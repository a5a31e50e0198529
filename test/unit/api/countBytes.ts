/**
 * Runs `work` and counts the bytes that it searches, copies and decodes through Buffer: a measure of work
 * that, unlike time, is the same on every machine.
 */
export function countBytes(work: () => void): number {
  const prototype = Buffer.prototype;
  const original = {
    indexOf: prototype.indexOf,
    lastIndexOf: prototype.lastIndexOf,
    toString: prototype.toString,
    copy: prototype.copy,
    concat: Buffer.concat,
  };
  let count = 0;
  prototype.indexOf = function (this: Buffer, ...args: Parameters<Buffer['indexOf']>): number {
    const found = original.indexOf.apply(this, args);
    const from = typeof args[1] === 'number' ? args[1] : 0;
    count += (found === -1 ? this.length : found + 1) - from;
    return found;
  } as Buffer['indexOf'];
  prototype.lastIndexOf = function (this: Buffer, ...args: Parameters<Buffer['lastIndexOf']>) {
    const found = original.lastIndexOf.apply(this, args);
    count += this.length - Math.max(found, 0);
    return found;
  } as Buffer['lastIndexOf'];
  prototype.toString = function (this: Buffer, ...args: Parameters<Buffer['toString']>): string {
    count += (args[2] ?? this.length) - (args[1] ?? 0);
    return original.toString.apply(this, args);
  };
  prototype.copy = function (this: Buffer, ...args: Parameters<Buffer['copy']>): number {
    const copied = original.copy.apply(this, args);
    count += copied;
    return copied;
  };
  Buffer.concat = (list, length) => {
    const joined = original.concat(list, length);
    count += joined.length;
    return joined;
  };
  try {
    work();
  } finally {
    Object.assign(prototype, {
      indexOf: original.indexOf,
      lastIndexOf: original.lastIndexOf,
      toString: original.toString,
      copy: original.copy,
    });
    Buffer.concat = original.concat;
  }
  return count;
}
