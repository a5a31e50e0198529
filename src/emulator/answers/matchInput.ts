import type { OperationId, SessionId } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';

type Request = Message<'GenerateContentRequest'>;

/** The input of mock conditions: a request, independent of its wire format. */
export interface MatchInput {
  readonly operation: OperationId | SessionId;
  readonly isGenerating: boolean;
  /**
   * Model ID without `models/`, such as `gemini-3.8-flash`. Empty if the request names no model.
   */
  readonly model: string;
  readonly user: string;
  readonly system: string;
  readonly tools: readonly string[];
  readonly results: readonly { readonly name: string; readonly text: string }[];
  /** The question of `decisions.create` to answer. */
  readonly question?: {
    readonly id: string;
    readonly type: string;
    readonly instructions: string;
  };
  /** 1-based number of the model turn that the request produces in its conversation. */
  readonly turn: number;
  /** The request converted to `generateContent` if it generates content, otherwise as sent. */
  readonly body: JsonObject;
}

export function operationMatchInput(
  operation: OperationId,
  model: string,
  body: JsonObject,
): MatchInput {
  return {
    operation,
    isGenerating: false,
    model: idOf(model),
    body,
    user: '',
    system: '',
    tools: [],
    results: [],
    turn: 1,
  };
}

/**
 * Returns the match input for requests to a model.
 * @param body the request in `generateContent` format
 */
export function modelMatchInput(
  operation: MatchInput['operation'],
  model: string,
  body: JsonObject,
): MatchInput {
  const { contents = [], systemInstruction, tools = [] } = body as Request;
  const spoken = contents.findLast(
    ({ role, parts = [] }) => role !== 'model' && parts.some(({ text = '' }) => text !== ''),
  );
  const last = contents.at(-1);
  const answered = last?.role === 'model' ? [] : (last?.parts ?? []);
  return {
    operation,
    isGenerating: true,
    model: idOf(model),
    body,
    user: textOf(spoken?.parts),
    system: textOf(systemInstruction?.parts),
    tools: tools.flatMap(({ functionDeclarations = [], ...others }) => [
      ...functionDeclarations.map(({ name = '' }) => name),
      ...Object.keys(others),
    ]),
    results: answered.flatMap(({ functionResponse }) =>
      functionResponse
        ? [{ name: functionResponse.name ?? '', text: resultText(functionResponse.response) }]
        : [],
    ),
    turn: contents.filter(({ role }) => role === 'model').length + 1,
  };
}

function idOf(model: string): string {
  return model.replace(/^models\//, '');
}

function textOf(parts: readonly Message<'Part'>[] = []): string {
  return parts
    .filter(({ text = '', thought }) => text !== '' && thought !== true)
    .map(({ text }) => text)
    .join('\n');
}

function resultText(response: JsonObject = {}): string {
  const { result, output = result } = response;
  const isPlain = typeof output === 'string' && Object.keys(response).length === 1;
  return isPlain ? output : JSON.stringify(response);
}
