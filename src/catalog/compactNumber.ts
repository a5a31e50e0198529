/** A count in at most four characters: `512`, `8k`, `1.0M`. Decimal units, as the service's own pages use. */
export function compactNumber(count: number): string {
  if (count < 1000) return String(count);
  const thousands = Math.round(count / 1000);
  if (thousands < 1000) return `${thousands}k`;
  const millions = count / 1_000_000;
  return millions < 99.95 ? `${millions.toFixed(1)}M` : `${Math.round(millions)}M`;
}
