import type { ModelTurn } from '../../conversation';
import { PROMPT_ENDING } from '../../promptFile';
import type { Variables } from '../../variables';
import { promptFileName } from './promptFileName';

/** How the files with answers are named, after the name of the prompt. */
const RESULT_ENDING = '.result.json';

/** The address of the file that keeps the last answer to a prompt. */
export function resultAddress(prompt: string): string {
  const stem = prompt.endsWith(PROMPT_ENDING) ? prompt.slice(0, -PROMPT_ENDING.length) : prompt;
  return `${stem}${RESULT_ENDING}`;
}

export interface Ran {
  /** Address of the prompt file. */
  readonly uri: string;
  readonly sha256: string;
  readonly variables: Variables;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** The words of an answer, thoughts aside. */
export function answerWords({ content }: ModelTurn): string {
  const said = (content.parts ?? []).filter(({ thought }) => !thought);
  return said.map(({ text = '' }) => text).join('');
}

/** An answer as its file keeps it: what was asked, with what, and all that came of it. */
export function formatResult(answer: ModelTurn, { uri, sha256, variables, at }: Ran): string {
  const { model, version, mode, sent, content, outcome, alternatives } = answer;
  const { schemaProblems, embeddings } = answer;
  const { failure, ...ending } = outcome ?? { verdict: 'unfinished', durationMs: 0 };
  const result = {
    format: 1,
    prompt: promptFileName(uri),
    promptSha256: sha256,
    ...{ model, version, mode },
    ranAt: new Date(at).toISOString(),
    variables,
    request: sent,
    answer: answerWords(answer),
    parts: content.parts ?? [],
    ...ending,
    // As the service counts it; the times are in milliseconds.
    problem: failure?.message,
    ...{ schemaProblems, embeddings, alternatives },
  };
  return `${JSON.stringify(result, undefined, 2)}\n`;
}
