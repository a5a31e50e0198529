import { readFileSync } from 'node:fs';

/** Most memory at once, in MB. Not `resourceUsage`, which on Linux begins with what the parent had. */
export function peakMemory() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1000;
  const kib = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return (Number(kib) * 1024) / 1e6;
}
