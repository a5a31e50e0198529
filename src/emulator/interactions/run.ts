import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';

export type Step = Message<'interactions.Step'>;
export type Content = Message<'interactions.Content'>;
export type TextContent = Message<'interactions.TextContent'>;
export type Annotation = Message<'interactions.Annotation'>;
export type Interaction = Message<'interactions.Interaction'>;
export type InteractionEvent = Message<'interactions.InteractionSSEEvent'>;
export type Usage = Message<'interactions.Usage'>;

/** What an interaction was asked for: of a model and of an agent alike. */
export type Asked = Message<'interactions.CreateModelInteraction'> &
  Message<'interactions.CreateAgentInteraction'>;

/** The states in which an interaction is over. */
export type FinalStatus =
  | 'completed'
  | 'requires_action'
  | 'requires_continuation'
  | 'incomplete'
  | 'budget_exceeded'
  | 'failed'
  | 'cancelled';

export type Status = FinalStatus | 'in_progress';

/** What went wrong, with its code in words. */
export interface RunError {
  readonly code: string;
  readonly message: string;
}

/** What comes of an interaction. It is known as soon as it is asked for, and shown as time goes. */
export interface Run {
  readonly steps: readonly Step[];
  readonly status: FinalStatus;
  readonly usage: Usage;
  readonly error?: RunError;
  /** With which the next call goes on. */
  readonly continuationToken?: string;
  /** How a rule cuts what it says; made up where it is absent. */
  readonly cuts?: readonly CutPiece[];
}

/** A piece of what a rule says. */
export interface CutPiece {
  readonly text?: string;
  /** Id of the call that it is. */
  readonly call?: string;
  /** Milliseconds to wait before it. */
  readonly after?: number;
}

/** What identifies an interaction, and stands in the events that open and close its stream. */
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

/** What an agent works on. */
export interface Task {
  readonly asked: Asked;
  /** The last thing that the user said, without trigger words. */
  readonly question: string;
  readonly config: JsonObject;
  /** Whether it tells what it thinks. */
  readonly showsThoughts: boolean;
  /** All that was said before, and the input. */
  readonly conversation: readonly Step[];
  /** The machine that it works on. */
  readonly environment: string;
}

/** Whether a block is a text; the others are media. */
export function isText(content: Content): content is TextContent {
  return content.type === 'text';
}

export function textIn(content: readonly Content[] | undefined): string {
  return (content ?? [])
    .flatMap((one) => (isText(one) && one.text !== undefined ? [one.text] : []))
    .join('\n');
}
