import type { Version } from '../../../api/versions';

/** An interaction that this machine began and the service keeps. */
export interface InteractionRecord {
  /** Without `interactions/`. */
  readonly id: string;
  /** Id of the connection that has it. */
  readonly connection: string;
  readonly version: Version;
  /** Resource name of the model that answers; absent where an agent does. */
  readonly model?: string;
  readonly agent?: string;
  /** That of its conversation. */
  readonly title: string;
  /** As the service says, or when it was begun. */
  readonly created: string;
  /** The service's own word. */
  readonly status: string;
  /** Ids of the conversation and the turn that show it. */
  readonly conversation: string;
  readonly turn: string;
  readonly background: boolean;
  /** After which event to go on reading. */
  readonly lastEventId?: string;
}

/** Where they are noted: the service has no list of them. */
export interface InteractionRecords {
  /** Notes one, or what is known of it by now. Never rejects. */
  save(record: InteractionRecord): Promise<void>;
  /** It was deleted at the service. Never rejects. */
  remove(connection: string, id: string): Promise<void>;
}

/** Where nothing notes them. */
export const NO_RECORDS: InteractionRecords = {
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};
