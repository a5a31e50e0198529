import type { Host } from '../../platform/host';
import type { KeptAttachment } from '../../conversation/model/conversation';
import type { PromptFile } from '../../conversation/model/promptFile';
import type { Variables } from '../../conversation/model/turns';
import type { JsonObject } from '../../base/json';
import type { Http } from '../../api/transport';
import type { SessionClients } from '../../service/clients';
import type { Services } from '../../service/services';
import type { TestFiles } from '../planFile';

export interface TestingHost
  extends Host, Pick<Services, 'connections' | 'clients' | 'emulator' | 'traffic'> {
  readonly sessions: SessionClients;
  readonly http: Http;
  readonly promptFiles: () => Promise<PromptAccess>;
}

export interface AgreedAccess {
  readonly prompt: PromptFile;
  /** Returns attachments by message index. Throws `AppError` if a file is unreadable. */
  readonly load: (
    connection: string,
    signal: AbortSignal,
  ) => Promise<readonly (readonly KeptAttachment[])[]>;
}

export interface PromptAccess extends Pick<TestFiles, 'open' | 'resolve'> {
  /** Returns the content with unsaved changes. Undefined if missing. */
  read(uri: string): Promise<string | undefined>;
  /** Throws `AppError` (`notTrusted`) in untrusted workspaces. */
  requireTrust(): void;
  /**
   * Prompts once per file to allow attachments and tools. Throws `CancelledError`, and `AppError` if a file can't be
   * attached.
   */
  agree(prompts: readonly PromptFile[], uri: string): Promise<(prompt: PromptFile) => AgreedAccess>;
  /** Returns the connection's models that generate content. Throws errors of the store. */
  models(connection: string): Promise<readonly string[]>;
  openAnswer(answered: AnsweredPrompt): Promise<void>;
}

interface AnsweredPrompt {
  readonly uri: string;
  readonly prompt: PromptFile;
  readonly variables: Variables;
  readonly parts: readonly JsonObject[];
}
