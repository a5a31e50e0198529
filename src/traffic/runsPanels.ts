import * as l10n from '@vscode/l10n';
import { dirname, basename } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError } from '../base/errors';
import type { FileTarget } from '../base/fileTarget';
import { tryParse, visibleJson } from '../base/json';
import { commandId } from '../catalog/commands';
import type { RunsTarget } from '../catalog/ref';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import { RecordingFolder } from '../recordings/store';
import type { Services } from '../service/services';
import { RunFeed, type RunSourceBook, recordedRuns } from './runFeed';
import type { Finding } from './runs/findings';
import { readRequest, shownBody } from './runs/digest';
import { nameOf } from './runs/findingTexts';
import { normalResponse } from './runs/normalResponse';
import type { RefusedPart } from './runs/refusedPart';
import { type RunExchange, wireForm } from './runs/runExchange';
import type { RemedyName } from './view/runViews';
import { RunsPanel, type RunsPanelDeps } from './runsPanel';

/** The panels with runs: one for the window, and one for each folder with recordings. */
export class RunsPanels implements Disposable {
  readonly #host: Host;
  readonly #services: Services;
  readonly #disposables = new DisposableStore();
  readonly #panels = new Map<string, RunsPanel>();
  readonly #feed: RunFeed;
  readonly #refusedParts = new Map<string, RefusedPart | undefined>();

  constructor(host: Host, services: Services) {
    this.#host = host;
    this.#services = services;
    const { traffic, connections } = services;
    const { redact, log } = host;
    const onError = (error: unknown): void => log.warn(`runs: ${String(error)}`);
    this.#feed = this.#disposables.add(new RunFeed({ traffic, connections, redact, onError }));
  }

  /** Shows the runs of the window and its apps, those of a session, or those of a recording’s folder. */
  async show(target: RunsTarget | undefined): Promise<void> {
    if (target && 'scheme' in target) await this.#showRecordings(target);
    else this.#showLive(target?.session.label);
  }

  get live(): RunsPanel | undefined {
    return this.#panels.get('');
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
    this.#disposables.dispose();
  }

  #showLive(folder: string | undefined): void {
    const open = async (id: number): Promise<void> => {
      await vscode.commands.executeCommand(commandId('openExchange'), { exchange: id });
    };
    this.#open('', { title: l10n.t('Runs'), note: '', source: this.#feed, open }).show(folder);
  }

  async #showRecordings(target: FileTarget): Promise<void> {
    const uri = vscode.Uri.from({ ...target });
    if (uri.scheme !== 'file') {
      throw new AppError(
        'notReadable',
        l10n.t('Recordings can be read only on the local file system.'),
      );
    }
    const path = /\.jsonl?$/.test(uri.path) ? dirname(uri.fsPath) : uri.fsPath;
    const known = this.#panels.get(path);
    if (known) known.dispose();
    const source = await recordedRuns(new RecordingFolder(path), this.#host.redact);
    const open = async (id: number): Promise<void> => {
      const file = source.fileOf(id);
      if (file === undefined) return;
      const recording = vscode.Uri.joinPath(vscode.Uri.file(path), file);
      await vscode.commands.executeCommand(commandId('openReadableView'), recording);
    };
    const title = l10n.t('Runs in {0}', basename(path));
    const note = l10n.t(
      'Recordings have no times. Requests are in the order in which they were recorded.',
    );
    this.#open(path, { title, note, source, open });
  }

  #open(key: string, parts: Pick<RunsPanelDeps, 'title' | 'note' | 'source' | 'open'>): RunsPanel {
    const known = this.#panels.get(key);
    if (known) return known;
    const { source, open } = parts;
    const panel: RunsPanel = new RunsPanel({
      ...parts,
      host: this.#host,
      compare: async (id, before) => await this.#compareRequests(source, id, before),
      remedy: async (what, finding) => await this.#remedy(source, open, what, finding),
      onClose: () => {
        if (this.#panels.get(key) === panel) this.#panels.delete(key);
      },
    });
    this.#panels.set(key, panel);
    return panel;
  }

  async #remedy(
    source: RunSourceBook,
    open: RunsPanelDeps['open'],
    what: RemedyName,
    finding: Finding,
  ): Promise<void> {
    const { id, other, kind } = finding;
    if (what === 'openOther') await open(other ?? id);
    else if (what === 'bisect') {
      const { bisectSchema } = await import('./bisectSchema');
      const { prompts } = this.#host;
      const { clients, connections } = this.#services;
      const services = { prompts, clients, connections, progress: notificationProgress };
      const deps = { ...services, now: Date.now, known: this.#refusedParts };
      await bisectSchema(deps, required(source, id));
    } else if (kind === 'signature') await this.#compareParts(source, id, other ?? id);
    else await this.#compareRequests(source, id, other ?? id);
  }

  async #compareRequests(source: RunSourceBook, id: number, before: number): Promise<void> {
    const [one, other] = [required(source, before), required(source, id)];
    await this.#compare(source, [before, id], [bodyText(one), bodyText(other)]);
  }

  /** Compares the model’s part as it was received with the one that the app sent back. */
  async #compareParts(source: RunSourceBook, id: number, before: number): Promise<void> {
    const [one, other] = [required(source, before), required(source, id)];
    const form = wireForm(one.target);
    const given = form ? normalResponse(form, one).parts : [];
    const contents = readRequest(other)?.request.contents ?? [];
    const names = new Set(given.map((part) => JSON.stringify(callOf(part))));
    const sent = contents.findLast(
      ({ role, parts }) =>
        role === 'model' && parts.some((part) => names.has(JSON.stringify(callOf(part)))),
    );
    const texts = [one.redact(jsonText(given)), other.redact(jsonText(sent?.parts ?? []))] as const;
    await this.#compare(source, [before, id], texts);
  }

  async #compare(
    { book }: RunSourceBook,
    ids: readonly [number, number],
    [left, right]: readonly [string, string],
  ): Promise<void> {
    const [one = '', other = ''] = ids.map((id) => {
      const turn = book.turn(id);
      return turn ? nameOf(turn.facts) : '';
    });
    await this.#host.documents.compare(
      { name: `${one}.json`, read: () => this.#host.redact(left) },
      { name: `${other}.json`, read: () => this.#host.redact(right) },
      l10n.t('{0} ↔ {1}', one, other),
    );
  }
}

function callOf({ functionCall }: { readonly functionCall?: unknown }): unknown {
  const { name, args } = (functionCall ?? {}) as { readonly [field: string]: unknown };
  return [name, args];
}

/** Throws `AppError` if the request is no longer retained. */
function required({ exchange }: RunSourceBook, id: number): RunExchange {
  const found = exchange(id);
  if (found?.request() !== undefined) return found;
  throw new AppError('noExchange', l10n.t('The bodies are no longer available.'), {
    hint: l10n.t('The Traffic view keeps only the newest requests.'),
  });
}

function bodyText(exchange: RunExchange): string {
  const text = shownBody(exchange) ?? '';
  return exchange.redact(jsonText(tryParse(text) ?? text));
}

function jsonText(json: unknown): string {
  return `${visibleJson(JSON.stringify(json, undefined, 2))}\n`;
}
