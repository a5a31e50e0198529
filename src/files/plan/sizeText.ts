const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Bytes as people read them, in powers of 1000, as the tree has them. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 10 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[power] ?? ''}`;
}
