import { steppedProgress } from '../platform/progress';
import type { ShowNotice } from './runActivity';

/** VS Code's notification with a bar and *Cancel*. */
export const showNotice: ShowNotice = (title, onCancel, work) => {
  void steppedProgress(title, async (signal, tell) => {
    signal.addEventListener('abort', onCancel);
    await work(tell);
  });
};
