import { readFileSync } from 'node:fs';

/** Most memory at once, in MB. Not `resourceUsage`, which on Linux begins with what the parent had. */
export const peakMemory = () =>
  process.platform === 'linux' ? memoryOf('self', 'VmHWM') : process.resourceUsage().maxRSS / 1000;

/**
 * @param {number | 'self' | undefined} pid
 * @param {'VmHWM' | 'VmRSS'} name The most at once, or what it holds now.
 * @returns {number} MB; not a number where the system does not tell.
 */
export function memoryOf(pid, name) {
  if (process.platform !== 'linux') return NaN;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024) / 1e6;
}
