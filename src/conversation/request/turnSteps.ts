import {
  Losses,
  toContentBlock as mediaBlockOf,
} from '../../api/interactions/generateContent/media';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import type { ModelTurn, Turn, UserTurn, Step } from '../model/conversation';
import { isRunning, resultOf, stepType } from '../model/interaction';
import { isExcluded } from '../model/turns';

type Part = Message<'Part'>;

interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/**
 * Converts turns to interaction steps. Received steps are sent back unchanged, including IDs and
 * signatures. Omits rejected and unanswered messages.
 * @param from index of the first turn to convert; earlier turns are scanned for pending calls
 */
export function stepsOfTurns(turns: readonly Turn[], from = 0): readonly Step[] {
  const steps: Step[] = [];
  let open: readonly OpenCall[] = [];
  for (const [at, turn] of turns.entries()) {
    if (isExcluded(turn, turns[at + 1])) continue;
    const made = turn.role === 'user' ? userSteps(turn, open) : modelSteps(turn);
    if (turn.role === 'model') open = openCalls(made);
    if (at >= from) steps.push(...made);
  }
  return steps;
}

function openCalls(steps: readonly Step[]): readonly OpenCall[] {
  return steps
    .filter((step) => stepType(step) === 'function_call' && resultOf(steps, step) === undefined)
    .map((step) => ({ id: textAt(step, 'id'), name: textAt(step, 'name') }));
}

/** Function results come first, because they belong to the preceding calls. */
function userSteps(turn: UserTurn, open: readonly OpenCall[]): readonly Step[] {
  const { parts = [] } = turn.content;
  const left = [...open];
  const results = parts.flatMap(({ functionResponse: given }): Step[] => {
    if (!given) return [];
    const { id, name = '', response = {}, parts: media = [] } = given;
    const at = left.findIndex((one) => (id === undefined ? one.name === name : one.id === id));
    const [call] = at < 0 ? [] : left.splice(at, 1);
    const callId = id ?? call?.id ?? '';
    const blocks = media.map((part) => blockOf(part)).filter((block) => block !== undefined);
    const text: JsonObject = { type: 'text', text: JSON.stringify(response) };
    const result = blocks.length === 0 ? response : [text, ...blocks];
    return [{ type: 'function_result', call_id: callId, name, result }];
  });
  const content = userContent(turn);
  return content.length === 0 ? results : [...results, { type: 'user_input', content }];
}

/** Attachments include their names, which messages may refer to. */
export function userContent({
  content,
  attached = [],
  leftOut = [],
}: UserTurn): readonly JsonObject[] {
  return (content.parts ?? []).flatMap((part, index) => {
    if (leftOut.includes(part.fileData?.fileUri ?? '')) return [];
    const block = blockOf(part);
    if (!block) return [];
    const { name, reference } = attached.find((other) => other.part === index) ?? {};
    // References start with their paths.
    const isNamed =
      name !== undefined && !reference && (attached.length > 1 || block.type === 'text');
    return isNamed ? [{ type: 'text', text: `${name}:` }, block] : [block];
  });
}

function modelSteps(turn: ModelTurn): readonly Step[] {
  const { interaction } = turn;
  if (!interaction) return contentSteps(turn);
  const { steps, status } = interaction;
  // An interrupted response may end with a call that can't be answered.
  if (!isRunning({ ...(status !== undefined && { status }) }) && status !== 'failed') return steps;
  return steps.filter(
    (step) => stepType(step) !== 'function_call' || resultOf(steps, step) !== undefined,
  );
}

function contentSteps({ id, content }: ModelTurn): readonly Step[] {
  const steps: Step[] = [];
  let said: JsonObject[] = [];
  const endOutput = (): void => {
    if (said.length > 0) steps.push({ type: 'model_output', content: said });
    said = [];
  };
  for (const [at, part] of (content.parts ?? []).entries()) {
    const block = part.thought ? undefined : blockOf(part);
    if (block) {
      said.push(block);
      continue;
    }
    endOutput();
    steps.push(...partSteps(part, `${id}_${at}`));
  }
  endOutput();
  return steps;
}

/** Converts a part. Omits thought summaries without a signature. */
function partSteps(part: Part, id: string): readonly Step[] {
  const { thought, thoughtSignature, text = '', functionCall: call } = part;
  const { executableCode: code, codeExecutionResult: result } = part;
  const seal: readonly Step[] =
    thoughtSignature === undefined
      ? []
      : [
          {
            type: 'thought',
            ...(thought && text !== '' && { summary: [{ type: 'text', text }] }),
            signature: thoughtSignature,
          },
        ];
  if (thought) return seal;
  if (call) {
    const { name = '', args = {} } = call;
    return [...seal, { type: 'function_call', id: call.id ?? id, name, arguments: args }];
  }
  if (code) {
    const { language = 'PYTHON', code: source = '' } = code;
    const given = { language: language.toLowerCase(), code: source };
    return [...seal, { type: 'code_execution_call', id: code.id ?? id, arguments: given }];
  }
  if (result) {
    const { outcome, output = '' } = result;
    const isError = outcome !== 'OUTCOME_OK';
    const callId = result.id ?? before(id);
    return [
      ...seal,
      { type: 'code_execution_result', call_id: callId, result: output, is_error: isError },
    ];
  }
  return seal;
}

/** Returns the ID of the previous part: a code result follows its code. */
function before(id: string): string {
  const [turn = '', at = '0'] = id.split('_');
  return `${turn}_${Math.max(0, Number(at) - 1)}`;
}

/** Converts a part to a content block; undefined if blocks don't support the part. */
function blockOf(part: Part): JsonObject | undefined {
  const { text, inlineData } = part;
  if (text !== undefined) return text === '' ? undefined : { type: 'text', text };
  const { mimeType = '', data = '' } = inlineData ?? {};
  // The API reads `document` blocks by page, which text doesn't have.
  if (mimeType.startsWith('text/') && mimeType !== 'text/csv') {
    return { type: 'text', text: Buffer.from(data, 'base64').toString() };
  }
  return mediaBlockOf({ ...part }, 'contents[].parts[]', new Losses());
}
