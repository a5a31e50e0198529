import type { Host } from '../../platform/host';
import type { KeptAttachment } from '../../conversation/model/conversation';
import type { PromptFile } from '../../conversation/model/promptFile';
import type { Variables } from '../../conversation/model/variables';
import type { JsonObject } from '../../base/json';
import type { Http } from '../../api/transport';
import type { SessionClients } from '../../service/clients';
import type { Services } from '../../service/services';
import type { TestFiles } from '../planFile';

/** What prompt tests are handed by the composition root. */
export interface TestingHost
  extends Host, Pick<Services, 'connections' | 'clients' | 'emulator' | 'traffic'> {
  /** Of the emulator's sessions, which record and replay. */
  readonly sessions: SessionClients;
  readonly http: Http;
  /** Prompt files, which belong to the playground; loads with the first call. */
  readonly promptFiles: () => Promise<PromptAccess>;
}

/** A prompt with what its user lets go along. */
export interface AgreedAccess {
  readonly prompt: PromptFile;
  /** Reads what goes with each message, by its index. Throws `AppError` for a file that can't be read. */
  readonly load: (
    connection: string,
    signal: AbortSignal,
  ) => Promise<readonly (readonly KeptAttachment[])[]>;
}

/** What tests need of the room that prompt files belong to. */
export interface PromptAccess extends Pick<TestFiles, 'open' | 'resolve'> {
  /** Unsaved changes of an editor, else what is on disk; undefined where it is not there. */
  read(uri: string): Promise<string | undefined>;
  /** Throws `AppError` (`notTrusted`) in a workspace that is not trusted. */
  requireTrust(): void;
  /**
   * Asks once which files and tools of prompts of one file may go along, where that was not asked before. Throws
   * `CancelledError` when dismissed, and `AppError` for a file that can't go along.
   */
  agree(prompts: readonly PromptFile[], uri: string): Promise<(prompt: PromptFile) => AgreedAccess>;
  /** Names of the models of a connection that can answer. Throws what the store throws. */
  models(connection: string): Promise<readonly string[]>;
  /** Opens a prompt with an answer to it in a playground of its own, to go on from there. */
  openAnswer(answered: AnsweredPrompt): Promise<void>;
}

/** A prompt with values, and what was answered. */
export interface AnsweredPrompt {
  readonly uri: string;
  readonly prompt: PromptFile;
  readonly variables: Variables;
  readonly parts: readonly JsonObject[];
}
