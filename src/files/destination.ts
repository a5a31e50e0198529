import type { Client } from '../api/call';
import type { JsonObject } from '../api/schema/row';
import type { UploadContent, UploadOptions } from '../api/upload/upload';
import type { ActivityAction } from '../platform/activity';
import type { FilesContext } from './context';
import type { RememberedUpload } from './rememberedFiles';
import type { UploadJob } from './uploadJob';

export type DestinationDeps = Pick<FilesContext, 'clock' | 'run' | 'services' | 'system'>;

type JobChanges = Partial<Pick<UploadJob, 'state' | 'resource'>>;

interface UploadEnd {
  readonly title: string;
  readonly actions: readonly ActivityAction[];
  readonly remembered?: RememberedUpload;
}

/** The behavior that differs between upload destinations: request, result, and completion. */
export interface Destination {
  /** Sends the bytes or resumes a session. Returns the resource or long-running operation. */
  send(
    client: Client,
    job: UploadJob,
    content: Omit<UploadContent, 'mimeType'>,
    options: UploadOptions,
  ): Promise<JsonObject>;
  /** Returns the result of an upload whose response was lost; otherwise throws the upload's error. */
  found(
    job: UploadJob,
    error: unknown,
    deps: DestinationDeps,
    signal: AbortSignal,
  ): Promise<JsonObject>;
  /**
   * Finds the result of an upload whose session expired, before the upload restarts. Undefined if
   * there is none, or if a restart can't create a duplicate.
   */
  lost(job: UploadJob, deps: DestinationDeps, signal: AbortSignal): Promise<JsonObject | undefined>;
  /** Called once the server has all bytes. Notifies the tree and returns the job changes to save. */
  accept(job: UploadJob, made: JsonObject, deps: DestinationDeps): JobChanges;
  /**
   * Waits until the resource is usable. Throws `AppError` (`processingFailed`) if processing fails.
   * `made` is the API's response; undefined after a reload.
   */
  usable(
    job: UploadJob,
    made: JsonObject | undefined,
    deps: DestinationDeps,
    signal: AbortSignal,
  ): Promise<JsonObject>;
  remove(job: UploadJob, deps: DestinationDeps): Promise<void>;
  end(job: UploadJob, made: JsonObject, deps: DestinationDeps): UploadEnd;
}
