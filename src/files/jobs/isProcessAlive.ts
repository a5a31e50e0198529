import { codeOf } from '../source/fileErrors';

/** Whether a process of this machine runs, also one of somebody else. */
export function isProcessAlive(pid: number): boolean {
  try {
    // No signal: only whether one could be sent.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
