import type { JsonObject } from '../api/schema/row';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/event';
import type { CommandName } from '../catalog/commands';
import type { SettingName } from '../catalog/settings';
import type { ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import type { StreamedFiles } from '../platform/files';
import type { LocalFiles, UploadState } from '../platform/localFiles';
import type { LocalFolders } from '../platform/localFolder';
import type { Log } from '../platform/log';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { Report } from '../platform/report';
import type { System } from '../platform/system';
import type { TextDocuments } from '../platform/textDocuments';
import type { Services } from '../service/services';
import type { RememberedFiles } from './rememberedFiles';
import type { UploadEntry, UploadInto } from './uploadJob';
import type { UserFile, UserFiles } from './openSource';

export const UPLOADS_FOLDER = 'uploads';

export interface FilesContext {
  readonly services: Services;
  readonly prompts: Prompts;
  readonly system: System;
  readonly documents: TextDocuments;
  readonly log: Log;
  readonly report: Report;
  readonly activity: Activity;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly userFiles: UserFiles;
  readonly localFiles: Pick<LocalFiles, 'saveAs'>;
  readonly localFolders: LocalFolders;
  readonly queue: UploadQueue;
  readonly remembered: Pick<RememberedFiles, 'remember' | 'find' | 'list'>;
  /** URLs of unfinished uploads, in VS Code's SecretStorage. */
  readonly secrets: SecretTexts;
  /** Opens a folder of the extension's storage, which all windows share. */
  storage(folder: string): StreamedFiles;
  readSetting(name: SettingName): unknown;
  isTrusted(): boolean;
  run(
    command: 'delete' | 'open' | 'openFile' | 'askAboutFile' | 'refresh',
    targets: readonly ResourceRef[],
  ): Promise<void>;
  /** Shows the Activity view or VS Code's Workspace Trust editor. */
  show(place: 'activity' | 'trust'): Promise<void>;
  showStatus(text: string): void;
}

/** User settings, without workspace settings. */
export interface UserSettings {
  read(name: SettingName): unknown;
}

/** The subset of VS Code's SecretStorage used here. */
export interface SecretTexts {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** A file command. `targets` is empty if the command comes from the Command Palette. */
export type FilesCommand<T> = (context: FilesContext, targets: readonly T[]) => Promise<void>;

export interface NewUpload {
  readonly connection: string;
  readonly file: UserFile;
  readonly displayName: string;
  readonly mimeType: string;
  /** Target File Search store; absent if the upload creates a File resource. */
  readonly into?: UploadInto;
  readonly entry?: UploadEntry;
}

export interface UploadHandle {
  readonly id: string;
  readonly onDidChange: Event<UploadState>;
  /**
   * Resolves to the ACTIVE File or Document. Rejects with `CancelledError` if canceled, or `AppError` if
   * failed and not retried.
   */
  readonly done: Promise<JsonObject>;
  /** Cancels the upload locally and on the server. */
  cancel(): void;
}

/** The uploads of this window. Each upload has an activity and a job file on disk. */
export interface UploadQueue extends Disposable {
  /** Resolves once the job is written to disk. */
  add(upload: NewUpload): Promise<UploadHandle>;
  /** Lists uploads left by earlier windows and offers to resume them. */
  resume(): Promise<void>;
}

export const FILE_COMMANDS = [
  'uploadFiles',
  'uploadAgain',
  'downloadFile',
  'copyUri',
  'deleteStale',
  'uploadToStore',
  'fillStore',
  'importFiles',
  'addToStore',
  'moveToStore',
  'uploadToEnvironment',
  'fillEnvironment',
  'saveFilesAs',
] as const satisfies readonly CommandName[];

export type FileCommandName = (typeof FILE_COMMANDS)[number];
