import * as l10n from '@vscode/l10n';
import type { OperationId } from '../../api/operations';
import type { Message } from '../../api/schema/infer';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import type { Version } from '../../api/versions';
import { items } from '../../base/json';
import type { Conversation, SettingsMode, Turn } from './conversation';

/** The fields of a conversation that determine its requests. */
export type Sender = Pick<
  Conversation,
  'model' | 'settings' | 'turns' | 'variables' | 'mode' | 'oneText'
> &
  Partial<Pick<Conversation, 'cache' | 'connection'>>;

/** The input for a request body. */
export interface RequestContext extends Sender {
  readonly version: Version;
  /** The request without fields derived from the turns. */
  readonly rest: JsonObject;
  /** Texts of the last message: the input, or each text to embed. */
  readonly texts: readonly string[];
  /** Content blocks of the last message, with its attachments. */
  readonly blocks: () => readonly JsonObject[];
}

/** Maximum texts per batch embedding request (API reference). */
export const BATCH_SIZE = 100;

/** An API method of a mode. Its versions are those of the operation. */
export interface ModeCall {
  readonly operation: OperationId;
  /** Entry in `supportedGenerationMethods` of models that support it. */
  readonly method: string;
  /** Whether to use this call, if a mode has several. */
  readonly when?: (context: RequestContext) => boolean;
  /** Returns the body; absent for chats, whose bodies the host creates from `turns`. */
  readonly body?: (context: RequestContext) => JsonObject;
  /** Returns the turns to send; only for chats. */
  readonly turns?: (turns: readonly Turn[]) => readonly Turn[];
  /**
   * Converts the response to a `GenerateContentResponse` chunk. Throws `AppError` for other shapes.
   */
  readonly read: (answer: JsonObject) => Message<'GenerateContentResponse'>;
  /** Returns the vectors of the response. Throws `AppError` if there are none. */
  readonly vectors?: (answer: JsonObject) => readonly (readonly number[])[];
  /** How to count tokens; absent if the API can't. */
  readonly count?: TokenCounting;
  /** Whether the call ignores all settings of the mode. */
  readonly isBare?: true;
  /** Body list with one item per text. Long lists are sent in several requests. */
  readonly batch?: 'requests' | 'texts';
}

interface TokenCounting {
  readonly operation: OperationId;
  /** Returns the counting body for a request body. */
  readonly body: (model: string, body: JsonObject) => JsonObject;
}

export interface ModeRow {
  readonly label: () => string;
  readonly detail: () => string;
  /** Codicon ID for lists of conversations. */
  readonly icon: string;
  /** The first call that the model supports is used. */
  readonly calls: readonly ModeCall[];
  readonly settings: ModeSettings;
  /** Text of an empty conversation, with the model's name, and sample prompts. */
  readonly empty: {
    readonly title: (model: string) => string;
    readonly starters: () => readonly string[];
  };
  /** Placeholder of the composer. */
  readonly hint: () => string;
  /** Whether the mode supports attachments, continuations, and function calls. */
  readonly isChat?: true;
  /**
   * Whether responses consist of steps and can be stored on the server. Implies all chat features.
   */
  readonly hasSteps?: true;
  /** Whether messages can have attachments. Implied by `isChat`. */
  readonly takesFiles?: true;
  /** Whether messages have questions, which the panel can edit. */
  readonly hasQuestions?: true;
  /** Whether responses use passages or a corpus, which the panel can edit. */
  readonly hasSources?: true;
  /** Whether messages have authors, a context, and examples, which the panel can edit. */
  readonly hasAuthors?: true;
  /** Whether each line is a separate text by default. */
  readonly splitsLines?: true;
  /** Restores the API's candidate; absent if the candidate is unchanged. */
  readonly restoreCandidate?: (candidate: JsonObject, text: string) => JsonObject;
  /** Restores the API's complete response. */
  readonly restoreAnswer?: (answer: JsonObject) => JsonObject;
}

/** Settings shared by all modes whose requests have them. */
export type SharedField =
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'maxOutputTokens'
  | 'stopSequences'
  | 'includeThoughts'
  | 'systemInstruction';

export interface ModeSettings {
  /** Key of the settings; modes with similar requests share one. */
  readonly mode: SettingsMode;
  /** Paths of shared settings in the request. */
  readonly shared: { readonly [F in SharedField]?: string };
  /** Paths of request fields derived from the model and the turns. */
  readonly madeOfTurns: readonly string[];
  /** Whether the system instruction is a string instead of content. */
  readonly isPlainInstruction?: true;
}

export const SAMPLING = { temperature: 'temperature', topP: 'topP', topK: 'topK' };
export const LENGTH = { maxOutputTokens: 'maxOutputTokens', stopSequences: 'stopSequences' };

/** Texts shared by the modes that generate text. */
export const ASKING = {
  empty: {
    title: (model) => l10n.t('Message {0}', model),
    starters: () => [
      l10n.t('Explain what a token is and how it is counted'),
      l10n.t('Write a TypeScript function that groups a list by a key, with a test'),
      l10n.t('Compare REST, gRPC, and WebSocket in a table'),
    ],
  },
  hint: () => l10n.t('Type a message'),
} satisfies Partial<ModeRow>;

/** Finish reason of complete responses that have none. */
export const DEFAULT_FINISH = 'STOP';

/** Splits a body whose list exceeds the limit of one request. */
export function batchesOf(body: JsonObject, batch: ModeCall['batch']): readonly JsonObject[] {
  const all = batch === undefined ? [] : (items(body[batch]) as readonly JsonValue[]);
  if (batch === undefined || all.length <= BATCH_SIZE) return [body];
  return Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, index) => ({
    ...body,
    [batch]: all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  }));
}

/** Whether the model is a tuned model, which supports fewer features. */
export function isTunedModel(model: string): boolean {
  return model.startsWith('tunedModels/');
}
