import { randomUUID } from 'node:crypto';
import { now } from '../../now.mjs';
import { MODEL } from '../../server/json.mjs';
import { answer, answerState, fileOf, GRANULARITY, header, refuse } from './answers.mjs';
import { Session } from './session.mjs';

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */

/** Files that are sent under one plan. */
export class UploadService {
  /** @type {Map<string, Session>} */
  #sessions = new Map();
  /** The request whose bytes are taken, of each upload: there is one writer. @type {Map<Session, Request>} */
  #writers = new Map();
  /** Credentials that are good for nothing more. @type {Set<string>} */
  #expired = new Set();
  /** @type {import('./plan.mjs').Seen['commands']} */
  #commands = [];
  /** @type {string[]} */
  #digests = [];
  #breaks;
  #losesAnswer;

  /**
   * @param {import('./plan.mjs').Plan} plan
   * @param {(at: number) => void} tell That an upload has come so far.
   */
  constructor(plan, tell) {
    this.plan = plan;
    this.tell = tell;
    this.#breaks = [...(plan.breaks ?? [])];
    this.#losesAnswer = plan.losesAnswer === true;
  }

  /** @returns {import('./plan.mjs').Seen} */
  seen() {
    const all = [...this.#sessions.values()];
    return {
      commands: this.#commands,
      digests: this.#digests,
      received: all.reduce((sum, one) => sum + one.received, 0),
      lastByteAt: Math.max(0, ...all.map((one) => one.lastByteAt)),
    };
  }

  /** @param {Request} request @param {Response} response */
  serve(request, response) {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const command = header(request, 'x-goog-upload-command');
    response.once('finish', () => this.#note(command, response.statusCode));
    const protocol = header(request, 'x-goog-upload-protocol');
    if (protocol === 'multipart') return this.#takeAll(request, response);
    if (command === 'start') return this.#start(request, response);
    const session = this.#sessions.get(searchParams.get('upload_id') ?? '');
    if (session !== undefined) return this.#handle(session, command, request, response);
    request.resume();
    answer(response, 200, pathname.includes('/files/') ? fileOf(0) : MODEL);
  }

  /** @param {Request} request @param {Response} response */
  #start(request, response) {
    const id = randomUUID();
    const size = Number(header(request, 'x-goog-upload-header-content-length'));
    this.#sessions.set(id, new Session(size, this.plan.digests === true));
    request.resume();
    const query = `upload_id=${id}&upload_protocol=resumable`;
    const url = `http://${request.headers.host}/upload/v1beta/files?${query}`;
    response.setHeader('x-goog-upload-url', url);
    answerState(response, 'active');
  }

  /** A file that comes in one piece with its description. @param {Request} request @param {Response} response */
  #takeAll(request, response) {
    const session = new Session(0, false);
    this.#sessions.set(randomUUID(), session);
    request.on('data', (/** @type {Buffer} */ bytes) => session.take(bytes));
    request.on('end', () => {
      this.#digests.push(session.finish());
      answer(response, 200, { file: fileOf(session.received) });
    });
  }

  /** @param {Session} session @param {string} command @param {Request} request @param {Response} response */
  #handle(session, command, request, response) {
    if (this.#expired.has(header(request, 'authorization'))) {
      request.resume();
      return refuse(response, 401, 'UNAUTHENTICATED');
    }
    // Whoever still writes has lost the upload.
    this.#stop(session);
    if (command.includes('upload')) return this.#receive(session, command, request, response);
    request.resume();
    if (command === 'cancel') session.isCancelled = true;
    if (command === 'finalize' && session.kept === session.size) {
      this.#digests.push(session.finish());
    }
    response.setHeader('x-goog-upload-size-received', session.kept);
    answerState(response, session.state, session.isFinal ? { file: fileOf(session.size) } : {});
  }

  /** @param {Session} session @param {string} command @param {Request} request @param {Response} response */
  #receive(session, command, request, response) {
    const offset = Number(header(request, 'x-goog-upload-offset'));
    if (offset !== session.kept || session.state !== 'active') {
      request.resume();
      // Without a state, as it was seen of the service's family.
      return answer(response, 400, {});
    }
    this.#writers.set(session, request);
    const isWriter = () => this.#writers.get(session) === request;
    const { rate = Infinity } = this.plan;
    const from = now();
    let read = 0;
    request.on('data', (/** @type {Buffer} */ bytes) => {
      read += bytes.length;
      rest(request, (read / rate) * 1000 - (now() - from));
      // What is on its way when an upload is cancelled comes all the same.
      session.lastByteAt = now();
      if (!isWriter()) return;
      session.take(bytes);
      while (isWriter() && (this.#breaks[0]?.at ?? Infinity) <= session.position) {
        this.#break(session, request, response);
      }
    });
    request.on('close', () => {
      if (!isWriter() || request.complete) return;
      this.#stop(session);
      this.#note('broken off', 0);
    });
    request.on('end', () => {
      if (!isWriter()) return;
      this.#writers.delete(session);
      session.keep();
      this.#end(session, command.includes('finalize'), session.kept - offset, request, response);
    });
  }

  /** A piece came whole. @param {Session} session @param {boolean} isLast @param {number} length @param {Request} request @param {Response} response */
  #end(session, isLast, length, request, response) {
    const isRight = isLast ? session.kept === session.size : length % GRANULARITY === 0;
    if (!isRight) return answer(response, 400, {});
    if (!isLast) return answerState(response, 'active');
    this.#digests.push(session.finish());
    if (!this.#losesAnswer) return answerState(response, 'final', { file: fileOf(session.size) });
    this.#losesAnswer = false;
    this.#note('answer lost', 0);
    request.socket.resetAndDestroy();
  }

  /** @param {Session} session @param {Request} request @param {Response} response */
  #break(session, request, response) {
    const { kind, at, ms = 0 } = this.#breaks.shift() ?? { kind: 'tell', at: 0 };
    if (kind === 'tell') return this.tell(at);
    this.#note(kind, 0);
    if (kind === 'pause') return rest(request, ms);
    this.#stop(session);
    if (kind === 'reset') return void request.socket.resetAndDestroy();
    if (kind === 'unavailable') return refuse(response, 503, 'UNAVAILABLE');
    this.#expired.add(header(request, 'authorization'));
    refuse(response, 401, 'UNAUTHENTICATED');
  }

  /** Nothing more of this piece is taken. @param {Session} session */
  #stop(session) {
    session.drop();
    this.#writers.delete(session);
  }

  /** @param {string} command @param {number} status */
  #note(command, status) {
    this.#commands.push({ command, at: now(), status });
  }
}

/**
 * Reads nothing for a while.
 * @param {Request} request
 * @param {number} ms
 */
function rest(request, ms) {
  if (ms < 5 || request.isPaused()) return;
  request.pause();
  setTimeout(() => request.resume(), ms);
}
