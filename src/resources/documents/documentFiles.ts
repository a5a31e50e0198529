import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { JsonObject } from '../../api/schema/row';
import { SingleFlight } from '../../base/async';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { AppError, CancelledError } from '../../base/errors';
import type { Emitter } from '../../base/event';
import { type DocumentSubject, parseDocument } from '../../catalog/documents';
import { commandId } from '../../catalog/commands';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import { type KindId, kindRow } from '../../catalog/kinds';
import { refKey, type ResourceRef } from '../../catalog/ref';
import { codeLens, fileError, fileNotFound, unavailable } from '../../platform/textDocuments';
import type { FileCalls, Host } from '../../platform/host';
import { ProblemMarks } from '../../platform/diagnostics';
import { describeWithCauses } from '../../platform/report';
import { showBriefly } from '../../platform/statusBar';
import { isHidden, isGone as isResourceGone } from '../../service/resourceErrors';
import type { Services } from '../../service/services';
import type { StoreChange } from '../../service/store';
import { DeletedDocuments, isOpen, openDocument, replaceTab } from './deletedDocuments';
import { OpenFiles } from './openFiles';
import { documentProblems, documentText, writability } from './documentText';
import { saveNewResource } from './saveNewResource';
import { saveResource } from './saveResource';
import { labelledResource, shortLabel } from '../resourceTexts';
import { showSigningSecret } from '../webhooks/changeWebhook';

export interface DocumentDeps
  extends
    Pick<Host, 'prompts' | 'system' | 'documents' | 'log'>,
    Pick<Services, 'calls' | 'store'> {
  readonly clock: Clock;
  readonly onCreated?: (ref: ResourceRef) => void;
}

/** Resources as files: reading returns the API's response, and saving sends a patch. */
export class DocumentFiles implements FileCalls, Disposable {
  readonly #parts: DocumentDeps;
  readonly #changed: Emitter<vscode.FileChangeEvent[]>;
  readonly #files: OpenFiles;
  readonly #reads = new SingleFlight<string, JsonObject>();
  readonly #saves = new Map<string, Promise<void>>();
  /** Updates to show after VS Code has finished the save. */
  readonly #saved = new Map<string, () => void>();
  readonly #byHand = new Map<string, boolean>();
  readonly #created = new Set<string>();
  readonly #subscriptions = new DisposableStore();
  readonly deleted: DeletedDocuments;
  readonly #marks = this.#subscriptions.add(new ProblemMarks('generativeLanguage.resource'));

  constructor(parts: DocumentDeps, changed: Emitter<vscode.FileChangeEvent[]>) {
    this.#parts = parts;
    this.#changed = changed;
    this.#files = new OpenFiles(parts.clock);
    this.deleted = new DeletedDocuments(parts.store, this.#files, changed);
    const { onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
    const { onDidSaveTextDocument, onWillSaveTextDocument } = vscode.workspace;
    const isOurs = ({ uri }: vscode.TextDocument): boolean => uri.scheme === DOCUMENT_SCHEME;
    this.#subscriptions.add(
      onDidCloseTextDocument((document) => {
        if (!isOurs(document)) return;
        // Reopening fetches the resource again.
        this.#files.forget(document.uri.path);
        this.#created.delete(document.uri.path);
        this.#marks.clear(document.uri);
      }),
    );
    this.#subscriptions.add(
      onDidChangeTextDocument(({ document }) => {
        // A document closed without saving no longer has problems.
        if (isOurs(document) && !document.isDirty) this.#marks.clear(document.uri);
      }),
    );
    this.#subscriptions.add(
      onWillSaveTextDocument(({ document, reason }) => {
        const isByHand = reason === vscode.TextDocumentSaveReason.Manual;
        if (isOurs(document)) this.#byHand.set(document.uri.path, isByHand);
      }),
    );
    this.#subscriptions.add(
      onDidSaveTextDocument((document) => {
        if (isOurs(document)) this.#settle(document.uri.path);
      }),
    );
    this.#subscriptions.add(parts.store.onDidChange((change) => this.#follow(change)));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const subject = subjectOf(uri);
    const { content, mtime } = await this.#file(uri, subject);
    const { isWritable } = writability(subject);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: content.byteLength,
      ...(isWritable ? {} : { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#file(uri, subjectOf(uri))).content;
  }

  /** Saves a document, after any running save of the same document. Throws VS Code's file system errors. */
  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const before = this.#saves.get(uri.path) ?? Promise.resolve();
    const save = before.then(() => this.#save(uri, content));
    const ended = save.catch(() => undefined);
    this.#saves.set(uri.path, ended);
    try {
      await save;
    } finally {
      if (this.#saves.get(uri.path) === ended) this.#saves.delete(uri.path);
    }
  }

  /**
   * Fetches unedited open documents again, either one resource's or all. Returns whether there was one.
   * Throws the first error after trying all.
   */
  async refresh(target?: ResourceRef): Promise<boolean> {
    const open = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === DOCUMENT_SCHEME);
    const meant = open.filter(({ uri, isDirty }) => {
      const ref = parseDocument(uri.path)?.ref;
      const isMeant = ref && !ref.collection && (!target || refKey(ref) === refKey(target));
      return isMeant && !isDirty;
    });
    const results = await Promise.allSettled(meant.map((document) => this.#update(document)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return meant.length > 0;
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  /** VS Code creates parent folders when saving a deleted file. */
  createDirectory(): never {
    throw unavailable(
      l10n.t(
        'This resource was deleted. Use “Restore from Trash…” to restore it, then save again.',
      ),
    );
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #file(uri: vscode.Uri, { ref, form }: DocumentSubject) {
    // Handles a deletion that hasn't reached all lists yet.
    if (this.deleted.has(ref)) throw vscode.FileSystemError.FileNotFound(uri);
    const known = this.#files.current(uri.path, isOpen(uri.path));
    if (known) return known;
    try {
      const isNew = ref.collection === true;
      const resource = isNew ? (kindRow(ref.kind).template ?? {}) : await this.#fetch(ref);
      return this.#files.show(uri.path, resource, documentText(resource, form, ref), isNew ? 1 : 0);
    } catch (error) {
      throw readError(uri, ref.kind, error);
    }
  }

  async #fetch(ref: ResourceRef): Promise<JsonObject> {
    return await this.#reads.run(refKey(ref), () => this.#parts.store.get(ref));
  }

  async #save(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const subject = subjectOf(uri);
    const text = new TextDecoder().decode(content);
    const document = openDocument(uri.path);
    const isByHand = this.#byHand.get(uri.path) ?? true;
    this.#byHand.delete(uri.path);
    this.#marks.clear(uri);
    if (this.deleted.has(subject.ref)) throw fileError(deletedError());
    const { resource: base } = await this.#file(uri, subject);
    try {
      await (subject.ref.collection
        ? this.#create(uri, subject.ref, text, isByHand)
        : this.#change(uri, subject, base, text, isByHand));
    } catch (error) {
      const isMark = !(error instanceof AppError && error.reason === 'notByHand');
      if (document && isMark) {
        this.#marks.set(document, documentProblems(error, text, subject.form));
      }
      if (!CancelledError.is(error)) this.#parts.log.warn(`save: ${describeWithCauses(error)}`);
      throw fileError(error);
    }
    this.#files.wrote(uri.path, content);
    // VS Code must finish the save before the document can show other content.
    if (!document?.isDirty) this.#settle(uri.path);
  }

  async #change(
    uri: vscode.Uri,
    subject: DocumentSubject,
    base: JsonObject,
    text: string,
    isByHand: boolean,
  ): Promise<void> {
    const { documents, ...parts } = this.#parts;
    const compare = async (theirs: JsonObject): Promise<void> => {
      const name = `${uri.path.split('/').at(-1)}`;
      const shown = documentText(theirs, subject.form, subject.ref);
      const title = l10n.t('{0} (Server ↔ Local)', name);
      await documents.compareWith({ name, read: () => shown }, uri.toString(), title);
    };
    const input = { ...subject, base, text, isByHand, compare };
    const { resource, fields } = await saveResource({ ...parts }, input);
    this.#saved.set(uri.path, () => {
      // Already edited again, so later changes are compared with the saved state.
      if (openDocument(uri.path)?.isDirty) this.#files.rebase(uri.path, pick(resource, fields));
      else this.#show(uri, subject, resource);
      this.#showAll(subject.ref, resource);
      if (fields.length > 0) showBriefly(l10n.t('Saved: {0}', fields.join(', ')));
    });
  }

  async #create(
    uri: vscode.Uri,
    collection: ResourceRef,
    text: string,
    isByHand: boolean,
  ): Promise<void> {
    // The user may still be typing when auto save runs.
    if (!isByHand) throw new AppError('notByHand', l10n.t('Save manually to create the resource.'));
    if (this.#created.has(uri.path)) {
      throw new AppError('created', l10n.t('This resource was already created. Close the editor.'));
    }
    const parts = { ...this.#parts };
    const { ref, resource, secret } = await saveNewResource(parts, collection, text);
    this.#created.add(uri.path);
    this.#saved.set(uri.path, () => {
      const label = shortLabel(labelledResource(ref, resource).label);
      showBriefly(l10n.t('Created “{0}”', label));
      this.#parts.onCreated?.(ref);
      if (secret !== undefined) {
        showSigningSecret(parts, secret, ref.name).catch((error: unknown) =>
          this.#parts.log.error(`create: ${describeWithCauses(error)}`),
        );
      }
      replaceTab(uri, ref).catch((error: unknown) =>
        this.#parts.log.error(`create: ${describeWithCauses(error)}`),
      );
    });
  }

  #settle(path: string): void {
    const show = this.#saved.get(path);
    this.#saved.delete(path);
    show?.();
  }

  #follow(change: StoreChange): void {
    const { ref, fetched } = change;
    this.deleted.follow(change);
    if (!ref || ref.collection || this.#files.paths().length === 0) return;
    // Local lists have less data than the API's response.
    const isNoted = kindRow(ref.kind).list === 'local';
    const resource = fetched ?? (isNoted ? undefined : this.#parts.store.find(ref));
    if (resource) this.#showAll(ref, resource);
  }

  #showAll(ref: ResourceRef, resource: JsonObject): void {
    for (const { uri, isDirty } of vscode.workspace.textDocuments) {
      const isOurs = uri.scheme === DOCUMENT_SCHEME && this.#files.get(uri.path) !== undefined;
      const subject = isOurs ? parseDocument(uri.path) : undefined;
      if (!subject || isDirty || this.#saves.has(uri.path)) continue;
      if (refKey(subject.ref) === refKey(ref)) this.#show(uri, subject, resource);
    }
  }

  #show(uri: vscode.Uri, { form, ref }: DocumentSubject, resource: JsonObject): void {
    const before = this.#files.get(uri.path)?.mtime;
    const { mtime } = this.#files.show(uri.path, resource, documentText(resource, form, ref));
    if (mtime !== before) this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async #update({ uri, isDirty }: vscode.TextDocument): Promise<void> {
    if (isDirty) return;
    const subject = subjectOf(uri);
    try {
      const resource = await this.#fetch(subject.ref);
      if (this.deleted.has(subject.ref)) this.deleted.bringBack([subject.ref]);
      this.#show(uri, subject, resource);
    } catch (error) {
      if (!isGone(subject.ref.kind, error)) throw error;
      this.deleted.lose(uri, subject.ref);
    }
  }
}

function deletedError(): AppError {
  return new AppError('deleted', l10n.t('This resource was deleted.'), {
    hint: l10n.t('Use “Restore from Trash…” to restore it, then save again.'),
  });
}

function subjectOf(uri: vscode.Uri): DocumentSubject {
  const subject = parseDocument(uri.path);
  if (subject) return subject;
  throw fileNotFound(l10n.t('The document’s name isn’t a valid resource name.'));
}

function pick(resource: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.map((name) => [name, resource[name]]));
}

function readError(uri: vscode.Uri, kind: KindId, error: unknown): vscode.FileSystemError {
  return isGone(kind, error) ? vscode.FileSystemError.FileNotFound(uri) : fileError(error);
}

/**
 * Whether the resource or its connection no longer exists. After a reload, HTTP 403 also means deleted,
 * because the document existed before.
 */
function isGone(kind: KindId, error: unknown): boolean {
  const isUnknown = error instanceof AppError && error.reason === 'unknownConnection';
  return isUnknown || isResourceGone(kind, error) || isHidden(error);
}

/**
 * Returns the CodeLens above a document: its editable fields, or why it's read-only. Offers to restore a
 * deleted resource.
 */
export function documentLenses(
  uri: vscode.Uri,
  isDeleted: (ref: ResourceRef) => boolean,
): vscode.CodeLens[] {
  const subject = parseDocument(uri.path);
  if (!subject) return [];
  if (isDeleted(subject.ref)) {
    const restore = {
      title: l10n.t('Restore from Trash…'),
      command: commandId('restoreDeleted'),
    };
    return [
      codeLens({ icon: 'trash', title: l10n.t('Resource deleted'), command: '' }),
      codeLens({ icon: 'history', ...restore }),
    ];
  }
  const { isWritable, sentence } = writability(subject);
  return [codeLens({ icon: isWritable ? 'edit' : 'lock', title: sentence, command: '' })];
}
