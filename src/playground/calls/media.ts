import type { Protocol } from '../../webview/rpc';
import { object, text } from '../../webview/shape';
import { MAX_PROMPT } from '../limits';

/** The type as the service gave it, and base64. */
const content = { input: object({ mimeType: text(200), data: text(MAX_PROMPT) }) };

/** What is done with a picture, a sound or a film of an answer. */
export const mediaCalls = {
  /** Writes it to a file that the user chooses. */
  saveMedia: content,
  /** Opens it in a tab of its own, in VS Code's preview. */
  openMedia: content,
} as const satisfies Protocol['calls'];
