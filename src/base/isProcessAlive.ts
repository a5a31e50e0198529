import { errorCode } from './errors';

/** Whether a process is running on this machine, under any user. */
export function isProcessAlive(pid: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
