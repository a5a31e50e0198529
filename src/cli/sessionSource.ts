import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../base/errors';
import { textAt, type JsonObject } from '../base/json';
import type { AnsweredBy } from '../emulator/requestLog';
import type {
  ResponseSource,
  SourceMiss,
  SourceResult,
  SourceRequest,
  SourceWebSocket,
  SourceUpload,
  WebSocketPeer,
} from '../emulator/responseSource';
import {
  type Miss,
  expandPlaceholders,
  type Recorder,
  uploadStart,
  WebSocketRecorder,
  uploadedRequest,
  UploadRelay,
} from '../recordings/index';

export interface SessionOptions {
  readonly mode: string;
  readonly upstream?: string | undefined;
  readonly folder?: string | undefined;
  readonly project?: string | undefined;
  /** Whether only some requests are expected, so that other recordings don't count as unused. */
  readonly keepsUnasked?: boolean | undefined;
  /** Whether a complete recording deletes unrequested recordings. */
  readonly prunes?: boolean | undefined;
  /** Upload URL, if not the upstream's. */
  readonly uploads?: string | undefined;
  /** API URL that clients expect in responses, if not the session's URL. */
  readonly service?: string | undefined;
  /** Connection whose requests the session relays. Undefined for those of apps. */
  readonly connection?: string | undefined;
  /** Whether the upstream is an emulator. */
  readonly isFree?: boolean;
  /** Whether a replay may repeat recordings of read requests. */
  readonly repeats?: boolean;
  /** Whether a replay starts over after all matching recordings were used. */
  readonly startsOver?: boolean;
}

export type SessionCounts = JsonObject & {
  readonly name: string;
  /** Current mode; `replay` if recording isn't possible. */
  readonly mode: string;
  readonly requests: number;
  readonly hits: number;
  readonly misses: number;
  readonly recorded: number;
  readonly withheld: number;
  readonly unused: number;
  /**
   * The first old recordings that a complete recording didn't request: still present, or deleted.
   */
  readonly prunable?: readonly string[];
  readonly removed?: readonly string[];
  readonly lost?: readonly string[];
  readonly problem?: string;
};

interface SessionContext {
  readonly name: string;
  /** Creates a recorder. Throws `AppError` for an invalid mode or URL. */
  readonly open: (told: SessionOptions) => Recorder;
  readonly now: () => number;
  readonly sessions: () => readonly SessionCounts[];
  /** Sets the network options of all sessions. Throws `AppError` if invalid. */
  readonly reach: (told: JsonObject) => void;
  /** Sets the ledger and the caps of all sessions. Throws `AppError` if invalid. */
  readonly spend: (told: JsonObject) => void;
}

const SOCKETS = '/ws/';

const MAX_LOST_MESSAGES = 5;

/** Maximum number of unused files in a summary. */
const MAX_UNUSED = 200;

export class SessionSource implements ResponseSource {
  readonly #context: SessionContext;
  #recorder: Recorder;
  /** The previous recorder, whose unmatched requests can still be inspected. */
  #ended: Recorder | undefined;
  #uploads: UploadRelay;
  #talks: WebSocketRecorder;
  #requests = 0;
  #service: string | undefined;

  constructor(context: SessionContext, told: SessionOptions) {
    this.#context = context;
    this.#recorder = context.open(told);
    this.#uploads = new UploadRelay(this.#recorder, context.now);
    this.#talks = new WebSocketRecorder(this.#recorder);
  }

  get isOn(): boolean {
    return this.#recorder.settings.acting !== 'generate';
  }

  get relays(): boolean {
    return this.#recorder.relays;
  }

  get counts(): SessionCounts {
    const { settings, unused } = this.#recorder;
    // After the recordings have been read.
    const { problem } = this.#recorder;
    const { notes, ...counts } = this.#recorder.counts;
    const textsOf = (kind: string): readonly string[] =>
      notes.flatMap(({ what, text }) => (what === kind ? [text] : []));
    const [lost, removed] = [textsOf('lost'), textsOf('removed')];
    const { prunable } = this.#recorder;
    return {
      name: this.#context.name,
      mode: settings.acting,
      ...counts,
      requests: this.#requests,
      unused: unused.length,
      ...(lost.length > 0 && { lost: lost.slice(0, MAX_LOST_MESSAGES) }),
      ...(prunable.length > 0 && { prunable: prunable.slice(0, MAX_UNUSED) }),
      ...(removed.length > 0 && { removed }),
      ...(problem !== undefined && { problem }),
    };
  }

  /** Throws `AppError` if another process is re-recording the folder. */
  claim(): void {
    this.#recorder.claim();
  }

  async answer(request: SourceRequest, response: ServerResponse): Promise<SourceResult> {
    const base = this.#service ?? request.base;
    if (request.method === 'POST' && request.target.startsWith(SOCKETS)) {
      const { rerunLiveSession } = await import('./rerunLiveSession');
      return await rerunLiveSession({ ...request, base }, response, this.#recorder, this.#talks);
    }
    const outcome = await this.#recorder.answer({ ...request, base }, response);
    return outcome.by === 'miss' ? toSourceMiss(outcome) : outcome;
  }

  async relayUpload(
    request: Parameters<ResponseSource['relayUpload']>[0],
    stream: IncomingMessage,
    response: ServerResponse,
  ): ReturnType<ResponseSource['relayUpload']> {
    const { acting } = this.#recorder.settings;
    if (acting === 'replay' || acting === 'generate') return undefined;
    if (acting === 'record-missing' && this.#uploads.isPlayed(request)) return undefined;
    return await this.#uploads.relay(request, stream, response);
  }

  openWebSocket(talk: SourceWebSocket): WebSocketPeer {
    return this.#talks.open(talk);
  }

  refused(upload: Parameters<ResponseSource['refused']>[0]): ReturnType<ResponseSource['refused']> {
    const { metadata, operation, base } = upload;
    const start = { ...upload, ...uploadStart(upload, metadata) };
    const found = this.#recorder.refused(operation, start);
    return (
      found && {
        ...found,
        text: expandPlaceholders(found.text, { service: this.#service ?? base }),
      }
    );
  }

  uploaded(upload: SourceUpload): ReturnType<ResponseSource['uploaded']> {
    const { metadata, content, operation, base } = upload;
    const { mimeType, bytes, sha256 } = content;
    const asked = { ...upload, mayBeArray: false, signal: new AbortController().signal };
    const request = uploadedRequest(this.#recorder, asked, metadata, { mimeType, bytes, sha256 });
    const outcome = this.#recorder.uploaded(operation, request);
    if (outcome.by === 'miss') return toSourceMiss(outcome);
    return {
      ...outcome,
      text: expandPlaceholders(outcome.text, { service: this.#service ?? base }),
    };
  }

  finished(answeredBy: AnsweredBy | undefined): void {
    if (answeredBy !== undefined) this.#requests += 1;
  }

  readonly actions: ResponseSource['actions'] = {
    'GET mode': () => this.#shownMode(),
    'POST mode': (body) => {
      const mode = textAt(body, 'mode');
      const upstream = optional(body, 'upstream');
      const folder = optional(body, 'folder');
      const project = optional(body, 'project');
      const keepsUnasked = body.keepsUnasked === true;
      const uploads = optional(body, 'uploads');
      const repeats = body.repeats === true;
      const startsOver = body.startsOver === true;
      const service = optional(body, 'service');
      const connection = optional(body, 'connection');
      const place = { folder, project, upstream, uploads };
      const how = { keepsUnasked, repeats, startsOver, connection, isFree: body.isFree === true };
      const next = this.#context.open({ mode, ...place, ...how });
      // Before anything ends: if the new recorder can't start, the old one continues.
      next.claim(this.#recorder);
      this.close();
      const ended = this.#lastCounts();
      this.#ended = this.#recorder;
      this.#recorder = next;
      this.#uploads = new UploadRelay(next, this.#context.now, service);
      this.#talks = new WebSocketRecorder(next);
      this.#requests = 0;
      this.#service = service;
      return { ...this.#shownMode(), ended };
    },
    'POST run': () => {
      this.#recorder.startOver();
      return this.#shownMode();
    },
    'POST network': (body) => {
      this.#context.reach(body);
      // Don't return the options, because proxy URLs contain passwords.
      return {};
    },
    'POST spend': (body) => {
      this.#context.spend(body);
      return {};
    },
    'GET sessions': () => ({ sessions: this.#context.sessions() }),
    'GET recordings': () => {
      const { folder } = this.#recorder;
      const recordings = folder.readAll().map(({ file, number, exchange }) => {
        const { operation, request, answer } = exchange;
        const { method, path } = request;
        return { file, number, operation, method, path, status: answer.status };
      });
      return { folder: folder.path, recordings };
    },
    'POST miss': (body) => {
      const [folder, nearest] = [textAt(body, 'folder'), textAt(body, 'nearest')];
      const those = [this.#recorder, this.#ended].filter((one) => one?.folder.path === folder);
      const missed = those.flatMap((one) => one?.unmatchedNear(nearest) ?? []);
      return { ...missed[0] };
    },
  };

  close(): void {
    this.#talks.close();
    this.#recorder.close();
  }

  #lastCounts(): JsonObject {
    const { counts, unused, prunable, settings } = this.#recorder;
    const [what, files] =
      settings.acting === 'record' ? ['notRequested', prunable] : ['unused', unused];
    const unasked = files.slice(0, MAX_UNUSED).map((text) => ({ what, text }));
    return { ...this.counts, notes: [...counts.notes.map((one) => ({ ...one })), ...unasked] };
  }

  #shownMode(): JsonObject {
    const { settings, folder } = this.#recorder;
    const { mode, acting, upstream, isHeld } = settings;
    return {
      mode,
      acting,
      isHeld,
      folder: folder.path,
      ...(upstream === undefined ? {} : { upstream }),
    };
  }
}

function toSourceMiss({ miss, text }: { readonly miss: Miss; readonly text: string }): SourceMiss {
  return {
    by: 'miss',
    text,
    nearest: miss.nearest ?? '',
    ignored: miss.ignored,
    differences: miss.differences.map(({ field, recorded, asked }) => ({
      field,
      description: `recorded ${shown(recorded)}, requested ${shown(asked)}`,
    })),
  };
}

const shown = (value: string | undefined): string =>
  value === undefined ? 'nothing' : JSON.stringify(value);

function optional(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new AppError('badOption', `${name} must be a string.`);
}
