import type { Clock } from '../base/clock';
import type { FileTarget } from '../base/fileTarget';
import type { DocumentForm } from '../catalog/documents';
import type { ResourceRef } from '../catalog/ref';
import type { Activity } from '../platform/activity';
import type { FileProblems } from '../platform/fileProblems';
import type { StreamedFiles } from '../platform/files';
import type { LocalFiles, Uploads } from '../platform/localFiles';
import type { Log } from '../platform/log';
import type { PreviewedMedia } from '../platform/mediaPreview';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { ReadTemplate } from '../platform/promptTemplate';
import type { Report } from '../platform/report';
import type { Sheets } from '../platform/sheet';
import type { System } from '../platform/system';
import type { TextDocuments } from '../platform/textDocuments';
import type { Services } from '../service/services';
import type { Searches } from './search/searches';

/** What the commands on resources share. */
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
  /** Work that leaves no entry among the activities. */
  readonly progress: Progress;
  readonly searches: Searches;
  /** Files on their way to the service. */
  readonly uploads: Uploads;
  /** Reads prompt files, of which another room knows what they are. */
  readonly readTemplate: ReadTemplate;
  /** A folder of this extension's own storage, shared by all windows. */
  storage(folder: string): StreamedFiles;
  /** Where a file of such a folder lies, as commands take it. */
  storageFile(folder: string, name: string): FileTarget;
  /** Days for which copies of deleted resources are kept. */
  trashDays(): number;
  /** Opens the document of a resource; of a collection a new one, which makes a resource when it is saved. */
  openDocument(
    ref: ResourceRef,
    options?: { readonly preview?: boolean; readonly form?: DocumentForm },
  ): Promise<void>;
  /** Shows a row of the tree, selects it, and lets keys work on it. */
  reveal(ref: ResourceRef, options?: RevealOptions): Promise<void>;
  /** Opens pictures or sound in VS Code's preview of them. */
  preview(media: PreviewedMedia): Promise<void>;
  /** What the active editor shows; undefined where none is. */
  activeText(): string | undefined;
  /** Opens a text that has no file yet. */
  openText(text: string): Promise<void>;
  /** Says something in the status bar for a moment. */
  tell(text: string): void;
}

export interface RevealOptions {
  /** Where something else is worked in, such as a document: the focus stays there. */
  readonly preserveFocus?: boolean;
}

/** A command on resources: those it was called on, the clicked one first; none from the palette. */
export type ResourceHandler = (
  context: ResourcesContext,
  targets: readonly ResourceRef[],
) => Promise<void>;
