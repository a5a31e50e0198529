/** A moment in the time of this machine: `2026-01-31 12:00:03`, with milliseconds where they are asked for. */
export function timeText(at: number, { milliseconds = false } = {}): string {
  const date = new Date(at);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  const rest = milliseconds ? `.${String(date.getMilliseconds()).padStart(3, '0')}` : '';
  return `${day} ${time}${rest}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
