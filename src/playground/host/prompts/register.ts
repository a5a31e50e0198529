import type { Disposable } from '../../../base/disposable';
import type { PlaygroundHost } from '../register';

/** Prompt files in editors: their CodeLens. What it shows loads with the first such file. */
export function registerPromptFiles(_host: PlaygroundHost): Disposable {
  return { dispose: () => undefined };
}
