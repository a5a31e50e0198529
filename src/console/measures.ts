/** `842 B`, `3.4 kB`, `1.2 MB`: decimal units. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const thousands = bytes / 1000;
  return thousands < 999.95 ? `${thousands.toFixed(1)} kB` : `${(thousands / 1000).toFixed(1)} MB`;
}

/** Milliseconds as `45 ms`, `1.24 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.995) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
