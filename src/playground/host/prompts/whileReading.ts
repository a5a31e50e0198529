import type { FileSource } from '../../conversation';
import type { PromptParts } from './promptParts';

/** Files of more bytes than this, together, are not read in a moment. */
const LARGE = 10 * 1024 * 1024;

/** Does work that reads files whole: where they are large, under a notification by which it can be cancelled. */
export async function whileReading<T>(
  title: string,
  sources: readonly FileSource[],
  { files, progress }: Pick<PromptParts, 'files' | 'progress'>,
  work: (signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  const sizes = await Promise.all(
    sources.map((source) =>
      // Whoever reads it says why it can't be read.
      files.size(source).catch(() => 0),
    ),
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return all > LARGE ? await progress(title, work) : await work();
}
