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
import type { UserFile, UserFiles } from './userFiles';

/** Folder of unfinished uploads, below this extension's own storage. */
export const UPLOADS_FOLDER = 'uploads';

/** What the commands of this room share. */
export interface FilesContext {
  readonly services: Services;
  readonly prompts: Prompts;
  readonly system: System;
  readonly documents: TextDocuments;
  readonly log: Log;
  readonly report: Report;
  readonly activity: Activity;
  readonly clock: Clock;
  /** Work that leaves no entry among the activities. */
  readonly progress: Progress;
  readonly userFiles: UserFiles;
  /** Where downloads are written. */
  readonly localFiles: Pick<LocalFiles, 'saveAs'>;
  /** Where folders of environments are written. */
  readonly localFolders: LocalFolders;
  readonly queue: UploadQueue;
  readonly remembered: Pick<RememberedFiles, 'remember' | 'find' | 'list'>;
  /** Addresses of unfinished uploads: VS Code's SecretStorage. */
  readonly secrets: SecretTexts;
  /** A folder of this extension's own storage, shared by all windows. */
  storage(folder: string): StreamedFiles;
  /** The value of a setting of the user, of whatever type. */
  readSetting(name: SettingName): unknown;
  /** False where the user has not said that the workspace may be trusted. */
  isTrusted(): boolean;
  /** Runs a command of this extension on resources, as a click would. */
  run(
    command: 'delete' | 'open' | 'openFile' | 'askAboutFile' | 'refresh',
    targets: readonly ResourceRef[],
  ): Promise<void>;
  /** Shows the view of the activities, or VS Code's page about trust in the workspace. */
  show(place: 'activity' | 'trust'): Promise<void>;
  /** Shows a text in the status bar for a moment. */
  showStatus(text: string): void;
}

/** The settings of the user, without those of the workspace. */
export interface UserSettings {
  read(name: SettingName): unknown;
}

/** The part of VS Code's SecretStorage that is used here. */
export interface SecretTexts {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** A command of this room, with the targets that it was called on; none from the palette. */
export type FilesCommand<T> = (context: FilesContext, targets: readonly T[]) => Promise<void>;

/** A file that is to be sent. */
export interface NewUpload {
  /** Id of the connection. */
  readonly connection: string;
  readonly file: UserFile;
  readonly displayName: string;
  readonly mimeType: string;
  /** The file search store that it goes to; absent where it becomes a file of the service. */
  readonly into?: UploadInto;
  /** The file of an environment that it becomes. */
  readonly entry?: UploadEntry;
}

/** An upload that waits for its turn, is sent, or is processed by the service. */
export interface UploadHandle {
  readonly id: string;
  readonly onDidChange: Event<UploadState>;
  /**
   * The File resource, or the Document in a store, ACTIVE. Rejects with `CancelledError` when it was cancelled, and with `AppError` when it
   * failed and was not retried from its activity.
   */
  readonly done: Promise<JsonObject>;
  /** Ends it, here and at the service. */
  cancel(): void;
}

/** The uploads of this window: a few run at once; each has an activity, and a file of its own on disk. */
export interface UploadQueue extends Disposable {
  /** Resolves once the job is on disk. */
  add(upload: NewUpload): Promise<UploadHandle>;
  /** Lists the uploads that earlier windows left, and offers to resume them. */
  resume(): Promise<void>;
}

/** The commands on files, of which `commands` has the handlers. */
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
