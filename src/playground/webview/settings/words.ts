/** A value of the service such as `BLOCK_ONLY_HIGH` as words, "Block only high"; what is no such name stays. */
export function wordsOf(value: string, prefix = ''): string {
  if (!/^[A-Z][A-Z_]*$/.test(value)) return value;
  const words = (value.startsWith(prefix) ? value.slice(prefix.length) : value)
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
