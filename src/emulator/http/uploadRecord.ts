import type { Version } from '../../api/versions';
import type { FileRequest } from '../files/addFile';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds after which an upload is forgotten. Not published for this service; seen at a sister's. */
export const UPLOAD_LIFETIME = 7 * DAY_MS;

/** What an upload ended with: the answer that every later query gets again. */
export interface UploadOutcome {
  /** HTTP status. */
  readonly code: number;
  /** JSON. */
  readonly text: string;
}

/** What is kept of an upload, besides its bytes. */
export interface UploadRecord {
  readonly status: 'active' | 'final' | 'cancelled';
  readonly version: Version;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly file: FileRequest;
  readonly mimeType: string;
  /** Bytes, where the client said so at the start. */
  readonly declared?: number;
  /** Bytes that are kept. */
  readonly received: number;
  readonly outcome?: UploadOutcome;
}
