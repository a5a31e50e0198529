import type { Client } from '../api/call';
import type { JsonObject } from '../api/schema/row';
import type { UploadContent, UploadOptions } from '../api/upload/upload';
import type { ActivityAction } from '../platform/activity';
import type { FilesContext } from './context';
import type { Remembered } from './rememberedFiles';
import type { UploadJob } from './uploadJob';

/** What an upload needs of the room, wherever it goes. */
export type DestinationDeps = Pick<FilesContext, 'clock' | 'run' | 'services' | 'system'>;

/** What becomes of a job on the way: its state, and what it is called at the service. */
type JobChanges = Partial<Pick<UploadJob, 'state' | 'resource'>>;

/** What the row of an upload says and offers in the end. */
interface UploadEnd {
  readonly title: string;
  readonly actions: readonly ActivityAction[];
  /** What is kept of it, so that it can be sent again. */
  readonly remembered?: Remembered;
}

/** Where uploads go, with all in which that differs: what is asked for, what it makes, and how that ends. */
export interface Destination {
  /** Sends the bytes, or goes on with a session. Answers what the service made, or is making. */
  send(
    client: Client,
    job: UploadJob,
    content: Omit<UploadContent, 'mimeType'>,
    options: UploadOptions,
  ): Promise<JsonObject>;
  /** What an upload made although it failed, because its answer was lost; throws what it failed with otherwise. */
  found(
    job: UploadJob,
    error: unknown,
    deps: DestinationDeps,
    signal: AbortSignal,
  ): Promise<JsonObject>;
  /**
   * What came of an upload that the service knows no more, looked for before it is begun anew; undefined where nothing
   * did, or where a second one could make nothing more.
   */
  lost(job: UploadJob, deps: DestinationDeps, signal: AbortSignal): Promise<JsonObject | undefined>;
  /** The service has all of it: tells the tree, and answers what is to be kept of that. */
  accept(job: UploadJob, made: JsonObject, deps: DestinationDeps): JobChanges;
  /**
   * Waits until it can be used, and answers it then. Throws `AppError` (`processingFailed`) where it never can.
   * @param made what the service answered; undefined after a reload.
   */
  usable(
    job: UploadJob,
    made: JsonObject | undefined,
    deps: DestinationDeps,
    signal: AbortSignal,
  ): Promise<JsonObject>;
  /** Takes away what was made of a cancelled upload, which the service may or may not have. */
  remove(job: UploadJob, deps: DestinationDeps): Promise<void>;
  end(job: UploadJob, made: JsonObject, deps: DestinationDeps): UploadEnd;
}
