/** A recording's name: its number, what was asked, and the beginning of a hash of it. */
const RECORDING = /(?:^|\/)\d{4,}-([\w.]+)-[\da-f]{8}\.(jsonl?)$/;

/** What a file has, by its name; undefined where it is none of ours. */
export function kindOf(path: string): 'exchange' | 'frames' | 'answers' | undefined {
  if (path.endsWith('.mocks.jsonc')) return 'answers';
  const [, , ending] = RECORDING.exec(path) ?? [];
  if (ending === undefined) return undefined;
  return ending === 'json' ? 'exchange' : 'frames';
}

/** Whether a model was asked, by the name of the file; of what is no operation of the service that can't be said. */
export function mayBeSpoken(path: string): boolean {
  const [, operation = ''] = RECORDING.exec(path) ?? [];
  return /(?:g|streamG|bidiG)enerateContent(?:Constrained)?$|^interactions\.create$|^openai|^other$/.test(
    operation,
  );
}
