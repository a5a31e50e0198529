import type { Clock } from '../base/clock';
import type { FileTarget } from '../base/fileTarget';
import type { DocumentForm } from '../catalog/documents';
import type { ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import type { FileProblems } from '../platform/diagnostics';
import type { StreamedFiles } from '../platform/files';
import type { LocalFiles, PreviewedMedia, Uploads } from '../platform/localFiles';
import type { Log } from '../platform/log';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { ReadTemplate } from '../platform/promptTemplate';
import type { Report } from '../platform/report';
import type { Sheets } from '../platform/sheet';
import type { System } from '../platform/system';
import type { TextDocuments } from '../platform/textDocuments';
import type { Services } from '../service/services';
import type { Searches } from './search/searches';

export interface ResourcesContext {
  readonly services: Services;
  readonly prompts: Prompts;
  readonly system: System;
  readonly documents: TextDocuments;
  readonly log: Log;
  readonly report: Report;
  readonly activity: Activity;
  readonly sheets: Sheets;
  readonly localFiles: LocalFiles;
  readonly fileProblems: FileProblems;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly searches: Searches;
  readonly uploads: Uploads;
  /** Reads prompt files. Another module implements the format. */
  readonly readTemplate: ReadTemplate;
  /** Opens a folder of the extension's storage, which all windows share. */
  storage(folder: string): StreamedFiles;
  storageFile(folder: string, name: string): FileTarget;
  /** Number of days that deleted resources stay in the trash. */
  trashDays(): number;
  /**
   * Opens a resource's document. For a collection, opens a new document, which creates a resource when
   * saved.
   */
  openDocument(
    ref: ResourceRef,
    options?: { readonly preview?: boolean; readonly form?: DocumentForm },
  ): Promise<void>;
  reveal(ref: ResourceRef, options?: RevealOptions): Promise<void>;
  preview(media: PreviewedMedia): Promise<void>;
  activeText(): string | undefined;
  openText(text: string): Promise<void>;
  tell(text: string): void;
}

export interface RevealOptions {
  readonly preserveFocus?: boolean;
}

/** A resource command. The first target is the clicked one. Empty if run from the Command Palette. */
export type ResourceHandler = (
  context: ResourcesContext,
  targets: readonly ResourceRef[],
) => Promise<void>;

/** Duration after which the user may no longer be looking, in ms. */
const LONG = 10_000;

/**
 * Reports finished work: as a notification if it took long, otherwise in the status bar.
 * @param began monotonic time
 */
export function notifyDone(
  context: Pick<ResourcesContext, 'clock' | 'prompts' | 'tell'>,
  began: number,
  text: string,
): void {
  if (context.clock.monotonic() - began < LONG) context.tell(text);
  else void context.prompts.notify('info', text);
}
