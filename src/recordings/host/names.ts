import { MOCKS_SUFFIX } from '../../base/mockFiles';

/** Recording file name: number, API method, and hash prefix. */
const RECORDING = /(?:^|\/)\d{4,}-([\w.]+)-[\da-f]{8}\.(jsonl?)$/;

/** Returns the type of a file by name. Undefined if unsupported. */
export function kindOf(path: string): 'exchange' | 'frames' | 'answers' | undefined {
  if (path.endsWith(MOCKS_SUFFIX)) return 'answers';
  const [, , ending] = RECORDING.exec(path) ?? [];
  if (ending === undefined) return undefined;
  return ending === 'json' ? 'exchange' : 'frames';
}

/** Whether the file name has a model method. True for unknown methods. */
export function mayBeModelExchange(path: string): boolean {
  const [, operation = ''] = RECORDING.exec(path) ?? [];
  return /(?:g|streamG|bidiG)enerateContent(?:Constrained)?$|^interactions\.create$|^openai|^other$/.test(
    operation,
  );
}
