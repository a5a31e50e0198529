import { Losses } from '../../api/interactions/generateContent/losses';
import { blockOf as mediaBlockOf } from '../../api/interactions/generateContent/media';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import type { ModelTurn, Turn, UserTurn } from '../model/conversation';
import { isRunning, resultOf, type Step, stepType } from '../model/interaction';
import { isLeftOut } from '../model/turns';

type Part = Message<'Part'>;

/** A call that waits for its result, as the steps before it have it. */
interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/**
 * Turns as the steps of an interaction. What came as steps goes back as it came, ids and signatures byte for byte; what
 * was said in another mode, or by the user in the model's place, becomes steps of its own. Messages that the service
 * refused or never answered are left out.
 * @param from place of the first turn that is wanted; those before it are looked at for the calls that are open
 */
export function stepsOfTurns(turns: readonly Turn[], from = 0): readonly Step[] {
  const steps: Step[] = [];
  let open: readonly OpenCall[] = [];
  for (const [at, turn] of turns.entries()) {
    if (isLeftOut(turn, turns[at + 1])) continue;
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

/** Results first: they belong to the calls before them. */
function userSteps(turn: UserTurn, open: readonly OpenCall[]): readonly Step[] {
  const { parts = [] } = turn.content;
  const left = [...open];
  const results = parts.flatMap(({ functionResponse: given }): Step[] => {
    if (!given) return [];
    const { id, name = '', response = {} } = given;
    const at = left.findIndex((one) => (id === undefined ? one.name === name : one.id === id));
    const [call] = at < 0 ? [] : left.splice(at, 1);
    const callId = id ?? call?.id ?? '';
    return [{ type: 'function_result', call_id: callId, name, result: response }];
  });
  const content = userContent(turn);
  return content.length === 0 ? results : [...results, { type: 'user_input', content }];
}

/** Attachments go with their names, by which messages speak of them. */
function userContent({ content, attached = [], leftOut = [] }: UserTurn): readonly JsonObject[] {
  return (content.parts ?? []).flatMap((part, index) => {
    if (leftOut.includes(part.fileData?.fileUri ?? '')) return [];
    const block = blockOf(part);
    if (!block) return [];
    const name = attached.find((other) => other.part === index)?.name;
    const isNamed = name !== undefined && (attached.length > 1 || block.type === 'text');
    return isNamed ? [{ type: 'text', text: `${name}:` }, block] : [block];
  });
}

function modelSteps(turn: ModelTurn): readonly Step[] {
  const { interaction } = turn;
  if (!interaction) return contentSteps(turn);
  const { steps, status } = interaction;
  // What was cut off may end in a call that nobody can answer any more.
  if (!isRunning({ ...(status !== undefined && { status }) }) && status !== 'failed') return steps;
  return steps.filter(
    (step) => stepType(step) !== 'function_call' || resultOf(steps, step) !== undefined,
  );
}

/** What a model said in another mode, or the user in its place. */
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

/** A part that is neither said nor shown; a summary of thoughts without its seal is for people alone. */
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

/** The id that the part before was given: code stands right before what came of it. */
function before(id: string): string {
  const [turn = '', at = '0'] = id.split('_');
  return `${turn}_${Math.max(0, Number(at) - 1)}`;
}

/** A part as a block of content; undefined for what has no place in one. */
function blockOf(part: Part): JsonObject | undefined {
  const { text, inlineData } = part;
  if (text !== undefined) return text === '' ? undefined : { type: 'text', text };
  const { mimeType = '', data = '' } = inlineData ?? {};
  // Documents are read by their pages; a text has none.
  if (mimeType.startsWith('text/') && mimeType !== 'text/csv') {
    return { type: 'text', text: Buffer.from(data, 'base64').toString() };
  }
  return mediaBlockOf({ ...part }, 'contents[].parts[]', new Losses());
}
