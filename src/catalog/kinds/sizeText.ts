import { text, type Text } from '../text';

const SHORT = ['{0} bytes', '{0} KB', '{0} MB', '{0} GB'] as const;
const SPOKEN = ['{0} bytes', '{0} kilobytes', '{0} megabytes', '{0} gigabytes'] as const;
const STEP = 1000;

/** A count of bytes as people read it, such as `12 MB`: in decimal units, as the service's own limits are. */
export function sizeText(bytes: number, isSpoken = false): Text {
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), SHORT.length - 1);
  const shown = rounded(bytes / STEP ** power, power);
  // 999,950 bytes would be 1000 KB.
  const isNext = shown === String(STEP) && power < SHORT.length - 1;
  const unit = (isSpoken ? SPOKEN : SHORT)[isNext ? power + 1 : power] ?? SHORT[0];
  return text(unit, isNext ? '1.0' : shown);
}

function rounded(value: number, power: number): string {
  return power === 0 || value >= 9.95 ? String(Math.round(value)) : value.toFixed(1);
}
