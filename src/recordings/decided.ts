import { isObject, type JsonObject, type JsonValue } from '../base/json';
import type { RecordedResponse, RecordedRequest } from './exchange';
import type { Recording } from './store';

interface RecordedDecision {
  readonly recording: Recording;
  readonly answer: JsonValue;
}

/**
 * Composes the response of `decisions.create` from recorded answers to the same questions about the same
 * input. The API answers each question independently. Undefined if a question has no recording.
 * @param keyOf equal for equivalent requests
 */
export function composeDecision(
  request: RecordedRequest,
  recordings: readonly Recording[],
  keyOf: (request: RecordedRequest) => string,
): { readonly answer: RecordedResponse; readonly used: readonly Recording[] } | undefined {
  const known = new Map<string, RecordedDecision>();
  for (const recording of recordings) {
    const { operation, request: asked, answer } = recording.exchange;
    if (operation !== 'decisions.create' || answer.status !== 200) continue;
    const answers = bodyOf(answer)?.answers;
    if (!isObject(answers)) continue;
    for (const [id, single] of singleQuestions(asked)) {
      const own = answers[id];
      if (own !== undefined) known.set(keyOf(single), { recording, answer: own });
    }
  }
  const found: [string, RecordedDecision][] = [];
  for (const [id, single] of singleQuestions(request)) {
    const decision = known.get(keyOf(single));
    if (!decision) return undefined;
    found.push([id, decision]);
  }
  const [first] = found;
  if (!first) return undefined;
  const { answer } = first[1].recording.exchange;
  const answers = Object.fromEntries(found.map(([id, decision]) => [id, decision.answer]));
  const json = { ...bodyOf(answer), answers };
  return {
    answer: { ...answer, body: { kind: 'json', json } },
    used: [...new Set(found.map(([, { recording }]) => recording))],
  };
}

/** Returns a request for each question, all with the same ID. */
function singleQuestions(
  request: RecordedRequest,
): readonly (readonly [string, RecordedRequest])[] {
  const body = bodyOf(request);
  if (!isObject(body?.questions)) return [];
  return Object.entries(body.questions).map(([id, question]) => {
    const json = { ...body, questions: { question } };
    return [id, { ...request, body: { kind: 'json', json } }] as const;
  });
}

function bodyOf({ body }: RecordedResponse | RecordedRequest): JsonObject | undefined {
  return body.kind === 'json' && isObject(body.json) ? body.json : undefined;
}
