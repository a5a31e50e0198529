import type { OperationId, SessionId } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';

type Request = Message<'GenerateContentRequest'>;

/** What the conditions of a rule look at: a request, whatever its form on the wire. */
export interface Asked {
  readonly operation: OperationId | SessionId;
  /** Whether it asks for an answer of a model. */
  readonly isGenerating: boolean;
  /** Without its collection, such as `gemini-3.8-flash`; empty where none is asked. */
  readonly model: string;
  /** What the user said last. */
  readonly user: string;
  readonly system: string;
  /** Names of declared functions, and of tools of the service. */
  readonly tools: readonly string[];
  /** Results of functions in the last turn. */
  readonly results: readonly { readonly name: string; readonly text: string }[];
  /** Which answer of the model in this conversation it is for; 1 is the first. */
  readonly turn: number;
  /** The request as `generateContent` takes it, where it generates; else as it was sent. */
  readonly body: JsonObject;
}

/** What an operation is asked, where no model answers. */
export function askedPlainly(operation: OperationId, model: string, body: JsonObject): Asked {
  return {
    ...{ operation, isGenerating: false, model: idOf(model), body },
    ...{ user: '', system: '', tools: [], results: [], turn: 1 },
  };
}

/** What a model is asked. @param body the request as `generateContent` takes it. */
export function askedOfModel(
  operation: Asked['operation'],
  model: string,
  body: JsonObject,
): Asked {
  const { contents = [], systemInstruction, tools = [] } = body as Request;
  const spoken = contents.findLast(
    ({ role, parts = [] }) => role !== 'model' && parts.some(({ text = '' }) => text !== ''),
  );
  const last = contents.at(-1);
  const answered = last?.role === 'model' ? [] : (last?.parts ?? []);
  return {
    ...{ operation, isGenerating: true, model: idOf(model), body },
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

/** What a function has answered, as text where it is one. */
function resultText(response: JsonObject = {}): string {
  const { result, output = result } = response;
  const isPlain = typeof output === 'string' && Object.keys(response).length === 1;
  return isPlain ? output : JSON.stringify(response);
}
