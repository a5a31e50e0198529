import type { JsonObject } from '../../../api/schema/row';
import type { L10n } from '../../../platform/l10n';
import type { Conversation, ModelTurn } from '../../conversation';
import { modeAsk } from '../modes/modeAsk';
import { askedWith } from './continuation';

export interface SentRequest {
  /** Of the address, from the version on; never with a key. */
  readonly path: string;
  readonly body: JsonObject;
  /** What was sent besides the turns was too large to be kept: these are today's settings. */
  readonly isRebuilt: boolean;
}

/**
 * The request that an answer came to, exactly as it was sent: what the turn keeps of it, and the turns before it.
 * Of an answer that was continued, the one for the last of it.
 * @param methods of the model, where they are known
 */
export function sentRequest(
  conversation: Conversation,
  turn: ModelTurn,
  methods: (model: string) => readonly string[] | undefined,
  l10n: L10n,
): SentRequest {
  const { conversation: asked, goOn, sent } = askedWith(conversation, turn);
  const { model, version } = asked;
  const target = { version, methods: methods(model) };
  const { operation, input } = modeAsk(asked, target, l10n, goOn);
  const path = `${version}/${model}:${operation.slice(operation.lastIndexOf('.') + 1)}`;
  if (!sent) return { path, body: input.body, isRebuilt: true };
  const { contents } = input.body;
  return { path, body: contents ? withContents(sent, contents) : sent, isRebuilt: false };
}

/** The order in which requests are written: the turns come last, but for the configuration. */
function withContents(
  { generationConfig, ...rest }: JsonObject,
  contents: JsonObject[string],
): JsonObject {
  const body = { ...rest, contents };
  return generationConfig === undefined ? body : { ...body, generationConfig };
}
