import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';

export type Step = Message<'interactions.Step'>;
export type Content = Message<'interactions.Content'>;
type TextContent = Message<'interactions.TextContent'>;
export type Annotation = Message<'interactions.Annotation'>;
export type Interaction = Message<'interactions.Interaction'>;
export type InteractionEvent = Message<'interactions.InteractionSSEEvent'>;
export type Usage = Message<'interactions.Usage'>;

export type InteractionRequest = Message<'interactions.CreateModelInteraction'> &
  Message<'interactions.CreateAgentInteraction'>;

export type FinalStatus =
  | 'completed'
  | 'requires_action'
  | 'requires_continuation'
  | 'incomplete'
  | 'budget_exceeded'
  | 'failed'
  | 'cancelled';

export type Status = FinalStatus | 'in_progress';

export interface RunError {
  readonly code: string;
  readonly message: string;
}

/** The precomputed result of an interaction, revealed over time. */
export interface Run {
  readonly steps: readonly Step[];
  readonly status: FinalStatus;
  readonly usage: Usage;
  readonly error?: RunError;
  readonly continuationToken?: string;
  readonly cuts?: readonly CutPiece[];
}

export interface CutPiece {
  readonly text?: string;
  readonly call?: string;
  /** Delay in ms. */
  readonly after?: number;
}

export interface Head {
  readonly id: string;
  readonly object: 'interaction';
  readonly created: string;
  readonly model?: string;
  readonly agent?: string;
  readonly service_tier?: string;
  readonly previous_interaction_id?: string;
  readonly environment_id?: string;
}

export interface Task {
  readonly asked: InteractionRequest;
  /** Last user text, without trigger words. */
  readonly question: string;
  readonly config: JsonObject;
  readonly showsThoughts: boolean;
  readonly conversation: readonly Step[];
  readonly environment: string;
}

export function isText(content: Content): content is TextContent {
  return content.type === 'text';
}

export function textIn(content: readonly Content[] | undefined): string {
  return (content ?? [])
    .flatMap((one) => (isText(one) && one.text !== undefined ? [one.text] : []))
    .join('\n');
}
