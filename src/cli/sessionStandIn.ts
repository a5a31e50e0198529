import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../base/errors';
import { textAt, type JsonObject } from '../base/json';
import type { AnsweredBy } from '../emulator/requestLog';
import type {
  StandIn,
  StandInMiss,
  StandInOutcome,
  StandInRequest,
  StandInTalk,
  StandInUpload,
  TalkEnd,
} from '../emulator/standIn';
import {
  type Miss,
  placed,
  type Recorder,
  startOf,
  TalkRecorder,
  uploadedRequest,
  UploadRelay,
} from '../recordings/index';

/** What a session is told to do, by its control API or from its start. */
export interface Told {
  readonly mode: string;
  readonly upstream?: string | undefined;
  /** Of the recordings of this session. */
  readonly folder?: string | undefined;
  /** Of the project whose recordings they are, where it is not the one of the emulator. */
  readonly project?: string | undefined;
  /** Whether only a part is requested: nothing else is unused then. */
  readonly keepsUnasked?: boolean | undefined;
  /** Whether the end of a recording removes what it doesn't request. */
  readonly prunes?: boolean | undefined;
  /** Where uploads go, where that is not the upstream. */
  readonly uploads?: string | undefined;
  /** Where those who ask take the service to be, where that is not the address of the session: it stands in answers. */
  readonly service?: string | undefined;
  /** Whether what only reads is answered again and again in a replay. */
  readonly repeats?: boolean;
  /** Whether a replay begins with the first recordings again once all that are like a request were used. */
  readonly startsOver?: boolean;
}

/** What became of a session, for lists and for the summary. */
export type SessionCounts = JsonObject & {
  readonly name: string;
  /** What is done: `replay` also where it should record, and may not. */
  readonly mode: string;
  readonly requests: number;
  readonly hits: number;
  readonly misses: number;
  readonly recorded: number;
  readonly withheld: number;
  readonly unused: number;
  /** Earlier recordings that a complete recording has not requested: the first few that are still there, and that it removed. */
  readonly prunable?: readonly string[];
  readonly removed?: readonly string[];
  /** Why some could not be recorded: the first few. */
  readonly lost?: readonly string[];
  /** Why requests could not be compared with recordings. */
  readonly problem?: string;
};

/** What a session needs of those that it is one of. */
interface SessionContext {
  readonly name: string;
  /** Throws `AppError` for what is no mode, or no address. */
  readonly open: (told: Told) => Recorder;
  readonly now: () => number;
  /** What all sessions are like. */
  readonly sessions: () => readonly SessionCounts[];
  /** Takes how all of them reach the network from now on. Throws `AppError` where it is in another form. */
  readonly reach: (told: JsonObject) => void;
}

/** Paths of WebSockets: what is posted there is a session to be spoken again. */
const SOCKETS = '/ws/';

/** Reasons of what could not be recorded, of which a summary tells. */
const MOST_LOST = 5;

/** Files that nobody has asked for, of which an end tells. */
const MOST_UNUSED = 200;

/** Records and replays the requests of one session of an emulator. */
export class SessionStandIn implements StandIn {
  readonly #context: SessionContext;
  #recorder: Recorder;
  /** The one before it: what it has missed can be looked at still. */
  #ended: Recorder | undefined;
  #uploads: UploadRelay;
  #talks: TalkRecorder;
  #requests = 0;
  /** As `Told` has it. */
  #service: string | undefined;

  constructor(context: SessionContext, told: Told) {
    this.#context = context;
    this.#recorder = context.open(told);
    this.#uploads = new UploadRelay(this.#recorder, context.now);
    this.#talks = new TalkRecorder(this.#recorder);
  }

  get isOn(): boolean {
    return this.#recorder.settings.acting !== 'generate';
  }

  get relays(): boolean {
    return this.#recorder.relays;
  }

  get counts(): SessionCounts {
    const { settings, unused } = this.#recorder;
    // Once it is known whether they can be read.
    const { problem } = this.#recorder;
    const { notes, ...counts } = this.#recorder.counts;
    const textsOf = (kind: string): readonly string[] =>
      notes.flatMap(({ what, text }) => (what === kind ? [text] : []));
    const [lost, removed] = [textsOf('lost'), textsOf('removed')];
    const { prunable } = this.#recorder;
    return {
      ...{ name: this.#context.name, mode: settings.acting, ...counts },
      ...{ requests: this.#requests, unused: unused.length },
      ...(lost.length > 0 && { lost: lost.slice(0, MOST_LOST) }),
      ...(prunable.length > 0 && { prunable: prunable.slice(0, MOST_UNUSED) }),
      ...(removed.length > 0 && { removed }),
      ...(problem !== undefined && { problem }),
    };
  }

  /** Throws `AppError` where it should record anew, and somebody else does. */
  claim(): void {
    this.#recorder.claim();
  }

  async answer(request: StandInRequest, response: ServerResponse): Promise<StandInOutcome> {
    const base = this.#service ?? request.base;
    if (request.method === 'POST' && request.target.startsWith(SOCKETS)) {
      const { speakAgain } = await import('./speakAgain');
      return await speakAgain({ ...request, base }, response, this.#recorder, this.#talks);
    }
    const outcome = await this.#recorder.answer({ ...request, base }, response);
    return outcome.by === 'miss' ? missOf(outcome) : outcome;
  }

  async relayUpload(
    request: Parameters<StandIn['relayUpload']>[0],
    stream: IncomingMessage,
    response: ServerResponse,
  ): ReturnType<StandIn['relayUpload']> {
    const { acting } = this.#recorder.settings;
    if (acting === 'replay' || acting === 'generate') return undefined;
    if (acting === 'record-missing' && this.#uploads.isPlayed(request)) return undefined;
    return await this.#uploads.relay(request, stream, response);
  }

  converse(talk: StandInTalk): TalkEnd {
    return this.#talks.open(talk);
  }

  refused(upload: Parameters<StandIn['refused']>[0]): ReturnType<StandIn['refused']> {
    const { metadata, operation, base } = upload;
    const start = { ...upload, ...startOf(upload, metadata) };
    const found = this.#recorder.refused(operation, start);
    return found && { ...found, text: placed(found.text, { service: this.#service ?? base }) };
  }

  uploaded(upload: StandInUpload): ReturnType<StandIn['uploaded']> {
    const { metadata, content, operation, base } = upload;
    const { mimeType, bytes, sha256 } = content;
    const asked = { ...upload, mayBeArray: false, signal: new AbortController().signal };
    const request = uploadedRequest(this.#recorder, asked, metadata, { mimeType, bytes, sha256 });
    const outcome = this.#recorder.uploaded(operation, request);
    if (outcome.by === 'miss') return missOf(outcome);
    return { ...outcome, text: placed(outcome.text, { service: this.#service ?? base }) };
  }

  finished(answeredBy: AnsweredBy | undefined): void {
    // What was turned away at the door was asked of nobody.
    if (answeredBy !== undefined) this.#requests += 1;
  }

  readonly actions: StandIn['actions'] = {
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
      const place = { folder, project, upstream, uploads };
      const how = { keepsUnasked, repeats, startsOver };
      const next = this.#context.open({ mode, ...place, ...how });
      // Before anything ends: where the other one may not begin, this one goes on.
      next.claim(this.#recorder);
      this.close();
      const ended = this.#lastCounts();
      this.#ended = this.#recorder;
      this.#recorder = next;
      this.#uploads = new UploadRelay(next, this.#context.now, service);
      this.#talks = new TalkRecorder(next);
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
      // Nothing of it goes back: a proxy has passwords.
      return {};
    },
    'GET sessions': () => ({ sessions: this.#context.sessions() }),
    'GET recordings': () => {
      const { folder } = this.#recorder;
      const recordings = folder.readAll().map(({ file, number, exchange }) => {
        const { operation, request, answer } = exchange;
        const { method, path } = request;
        return { ...{ file, number, operation, method, path }, status: answer.status };
      });
      return { folder: folder.path, recordings };
    },
    'POST miss': (body) => {
      const [folder, nearest] = [textAt(body, 'folder'), textAt(body, 'nearest')];
      const those = [this.#recorder, this.#ended].filter((one) => one?.folder.path === folder);
      const missed = those.flatMap((one) => one?.missedNear(nearest) ?? []);
      return { ...missed[0] };
    },
  };

  close(): void {
    this.#talks.close();
    this.#recorder.close();
  }

  /** What it came to until now. */
  #lastCounts(): JsonObject {
    const { counts, unused, prunable, settings } = this.#recorder;
    const [what, files] =
      settings.acting === 'record' ? ['notRequested', prunable] : ['unused', unused];
    const unasked = files.slice(0, MOST_UNUSED).map((text) => ({ what, text }));
    return { ...this.counts, notes: [...counts.notes.map((one) => ({ ...one })), ...unasked] };
  }

  #shownMode(): JsonObject {
    const { settings, folder } = this.#recorder;
    const { mode, acting, upstream, isHeld } = settings;
    return {
      ...{ mode, acting, isHeld, folder: folder.path },
      ...(upstream === undefined ? {} : { upstream }),
    };
  }
}

function missOf({ miss, text }: { readonly miss: Miss; readonly text: string }): StandInMiss {
  return {
    ...{ by: 'miss', text, nearest: miss.nearest ?? '', ignored: miss.ignored },
    differences: miss.differences.map(({ field, recorded, asked }) => ({
      field,
      description: `recorded ${shown(recorded)}, asked ${shown(asked)}`,
    })),
  };
}

const shown = (value: string | undefined): string =>
  value === undefined ? 'nothing' : JSON.stringify(value);

function optional(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new AppError('badOption', `${name} must be a text.`);
}
