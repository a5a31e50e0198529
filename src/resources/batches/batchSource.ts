import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { throwIfAborted } from '../../base/async';
import { isObject, tryParse } from '../../base/json';
import type { FileProblem } from '../../platform/fileProblems';
import type { SourceFile } from '../../platform/localFiles';
import {
  openText,
  textLines,
  type TextSource,
  UNREADABLE,
  unreadableText,
} from '../chunks/textSource';
import {
  type BatchKind,
  type BatchLine,
  type CheckOptions,
  estimateTokens,
  formatLine,
  kindOf,
  LineChecker,
  modelOf,
  type ReadLine,
} from './batchLine';

/** The source of a batch's requests. May be read more than once. */
export interface BatchSource {
  readonly name: string;
  /** File to report problems for. Undefined if the user has no such file. */
  readonly uri?: string;
  readonly kind: BatchKind;
  /** Name of the model that the requests were written for. Undefined if unknown. */
  readonly model?: string;
  read(signal?: AbortSignal): AsyncIterable<ReadLine>;
}

/** Opens a JSON Lines file. Reads the first lines to detect the requests' kind. */
export async function linesSource(
  file: Pick<SourceFile, 'name' | 'uri' | 'read'>,
  signal?: AbortSignal,
): Promise<BatchSource> {
  const source = await openText(file, signal);
  const read = (until?: AbortSignal): AsyncIterable<ReadLine> => jsonLines(source, until);
  const { kind, model } = await readSample(read(signal));
  const { name, uri } = file;
  return { name, uri, kind, ...(model !== '' && { model }), read };
}

async function* jsonLines(
  source: TextSource,
  signal?: AbortSignal,
): AsyncGenerator<ReadLine, void, undefined> {
  let line = 0;
  for await (const text of textLines(source.read(signal))) {
    line += 1;
    if (text.trim() === '') continue;
    const value = text.includes(UNREADABLE) ? undefined : tryParse(text);
    if (value !== undefined) yield { line, value };
    else if (!text.includes(UNREADABLE))
      yield { line, problem: l10n.t('The line isn’t valid JSON.') };
    else yield { line, problem: unreadableText(source.encoding) };
  }
}

const SAMPLE_LINES = 100;

async function readSample(
  lines: AsyncIterable<ReadLine>,
): Promise<{ readonly kind: BatchKind; readonly model: string }> {
  let seen = 0;
  for await (const read of lines) {
    const value = 'value' in read ? read.value : undefined;
    const request = isObject(value) && isObject(value.request) ? value.request : undefined;
    const kind = request && kindOf(request);
    if (request && kind) return { kind, model: modelOf(request) };
    seen += 1;
    if (seen === SAMPLE_LINES) break;
  }
  return { kind: 'generate', model: '' };
}

export interface BatchCheck {
  readonly good: number;
  readonly bad: number;
  readonly problems: readonly FileProblem[];
  /** Size of the valid lines as sent, in bytes. */
  readonly bytes: number;
  readonly tokens: number;
  readonly digest: string;
}

// Maximum number of markers in the Problems view.
const MAX_PROBLEMS = 1000;

interface LookOptions extends Omit<CheckOptions, 'kind'> {
  readonly signal?: AbortSignal;
  readonly onLines?: (read: number) => void;
}

const REPORTED = 1000;

/** Checks a source without sending anything. Holds one line in memory at a time. */
export async function checkSource(source: BatchSource, options: LookOptions): Promise<BatchCheck> {
  const problems: FileProblem[] = [];
  let [good, bad, bytes, tokens] = [0, 0, 0, 0];
  const hash = createHash('sha256');
  const onProblem = (problem: FileProblem): void => {
    bad += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  for await (const line of validLines(source, options, onProblem)) {
    const text = formatLine(line);
    good += 1;
    bytes += Buffer.byteLength(text);
    tokens += estimateTokens(line.request);
    hash.update(text);
    if ((good + bad) % REPORTED === 0) options.onLines?.(good + bad);
  }
  return { good, bad, problems, bytes, tokens, digest: hash.digest('hex') };
}

export async function* validLines(
  source: BatchSource,
  { version, signal }: LookOptions,
  onProblem: (problem: FileProblem) => void = () => undefined,
): AsyncGenerator<BatchLine, void, undefined> {
  const checker = new LineChecker({ kind: source.kind, version });
  for await (const read of source.read(signal)) {
    throwIfAborted(signal);
    const { line, problem, ...rest } = checker.check(read);
    if (problem === undefined) yield rest as BatchLine;
    else onProblem({ line, message: problem, severity: 'error' });
  }
}
