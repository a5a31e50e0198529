import { errorCode } from './errors';

/** Whether a process of this machine runs, of whatever user. */
export function isProcessAlive(pid: number): boolean {
  try {
    // Signal 0 only checks whether one could be sent.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else is alive too.
    return errorCode(error) === 'EPERM';
  }
}
