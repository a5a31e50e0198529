import type { Clock } from '../base/clock';
import type { ResourceRef } from '../catalog/ref';
import type { FileTarget } from '../base/fileTarget';
import type { Activity } from '../platform/activity';
import type { StreamedFiles } from '../platform/files';
import type { L10n } from '../platform/l10n';
import type { LocalFiles } from '../platform/localFiles';
import type { Log } from '../platform/log';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { Report } from '../platform/report';
import type { System } from '../platform/system';
import type { TextDocuments } from '../platform/textDocuments';
import type { Services } from '../service/services';
import type { SettingName } from '../catalog/ids';
import type { UploadQueue } from './jobs/queue';
import type { RememberedFiles } from './remembered';
import type { UserFiles } from './userFiles';

/** What the flows around files share. */
export interface FilesRoom {
  readonly services: Services;
  readonly prompts: Prompts;
  readonly system: System;
  readonly documents: TextDocuments;
  readonly log: Log;
  readonly report: Report;
  readonly activity: Activity;
  readonly l10n: L10n;
  readonly clock: Clock;
  /** Work that leaves no entry among the activities. */
  readonly progress: Progress;
  readonly userFiles: UserFiles;
  /** Where downloads are written. */
  readonly localFiles: Pick<LocalFiles, 'saveAs'>;
  readonly queue: UploadQueue;
  readonly remembered: RememberedFiles;
  /** Addresses of unfinished uploads: VS Code's SecretStorage. */
  readonly secrets: SecretTexts;
  /** A folder of this extension's own storage, shared by all windows. */
  storage(folder: string): StreamedFiles;
  /** What the user's own settings say; anything at all. */
  readSetting(name: SettingName): unknown;
  /** False where the user has not said that the workspace may be trusted. */
  isTrusted(): boolean;
  /** Runs a command of this extension on resources, as a click would. */
  run(
    command: 'delete' | 'open' | 'askAboutFile' | 'refresh',
    targets: readonly ResourceRef[],
  ): Promise<void>;
  /** Shows the view of the activities, or VS Code's page about trust in the workspace. */
  show(place: 'activity' | 'trust'): Promise<void>;
  /** Says something in the status bar for a moment. */
  tell(text: string): void;
}

/** The part of VS Code's SecretStorage that is used here. */
export interface SecretTexts {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** A command on files of the user: those it was called on; none from the palette. */
export type FileFlow = (room: FilesRoom, targets: readonly FileTarget[]) => Promise<void>;
/** A command on files of the service. */
export type ResourceFlow = (room: FilesRoom, targets: readonly ResourceRef[]) => Promise<void>;
