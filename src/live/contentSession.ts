import { operationRow } from '../api/operations';
import type { Message } from '../api/schema/infer';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { parseRequest } from '../api/schema/validate';
import type { OpenToken } from '../emulator/authTokens';
import { GENERATE, type Script } from '../emulator/answers';
import type { Reply, Speed } from '../emulator/call';
import type { Caller } from '../emulator/caller';
import { generateWith } from '../emulator/engine';
import { baseOf } from '../emulator/http';
import {
  handleCall,
  logMockResponse,
  parseScriptFault,
  rejectUnmatched,
  findScript,
} from '../emulator/mockReply';
import { badRequest, StatusError } from '../emulator/status';
import { triggerArgument, triggersIn } from '../emulator/triggers';
import type { SocketOpening } from '../emulator/upgrade';
import type { CloseReason, MessageSink } from './channel';
import { type Content, History, findSession } from './history';
import { NOT_FIRST, type PreparedSession, readSetup, requestOf } from './setup';
import { RealtimeInput } from './realtimeInput';
import { Turns } from './turns';

type ClientMessage = Message<'BidiGenerateContentClientMessage'>;
type ClientContent = Message<'BidiGenerateContentClientContent'>;
type ContextUpdate = Message<'BidiGenerateContentContextUpdate'>;

const DEFAULT_SECONDS = 10;

const LIVE = 'live.bidiGenerateContent';

export interface Session {
  receive(json: JsonValue, text: string): void;
  end(closing: CloseReason): void;
}

interface SessionContext {
  readonly opening: SocketOpening;
  readonly channel: MessageSink;
  readonly caller: Caller;
  readonly token: OpenToken | undefined;
  readonly speed: () => Speed;
  /** Sends `goAway` and closes the connection after this many seconds. */
  readonly goAway: (seconds: number) => void;
  /** Set if only mocks respond: receives whether a mock matches each turn. */
  readonly ruled?: (isRuled: boolean) => void;
}

/** A Live API session with a model: setup, then turns of user, functions, and model. */
export class ContentSession implements Session {
  readonly #on: SessionContext;
  #talk: Turn | undefined;

  constructor(on: SessionContext) {
    this.#on = on;
  }

  receive(json: JsonValue): void {
    if (!this.#talk) {
      this.#talk = this.#begin(json);
      return;
    }
    const { version } = this.#on.opening;
    const { value, violations } = parseRequest('BidiGenerateContentClientMessage', version, json);
    if (violations.length > 0) throw badRequest(violations);
    this.#talk.take(value);
  }

  end(): void {
    this.#talk?.end();
  }

  #begin(json: JsonValue): Turn {
    const { opening, channel, token } = this.#on;
    const { version } = opening;
    const { world } = opening.service;
    const prepared = readSetup(json, { version, world }, token?.constraint);
    const { handle } = prepared.setup.sessionResumption ?? {};
    const contents = handle === undefined ? [] : findSession(world, handle);
    // Resuming a session doesn't count as a use of the token.
    if (handle === undefined) token?.use();
    void channel.send({ setupComplete: {} });
    return new Turn(this.#on, prepared, new History(contents));
  }
}

class Turn {
  readonly #on: SessionContext;
  readonly #history: History;
  readonly #turns: Turns;
  readonly #senses: RealtimeInput;
  #prepared: PreparedSession;
  /** Whether the client's first turns are initial history, which gets no response. */
  #isHistory: boolean;

  constructor(on: SessionContext, prepared: PreparedSession, history: History) {
    this.#on = on;
    this.#prepared = prepared;
    this.#history = history;
    this.#isHistory = prepared.setup.historyConfig?.initialHistoryInClientContent === true;
    this.#turns = new Turns({
      service: on.opening.service,
      channel: on.channel,
      history,
      speed: on.speed,
      prepared: () => this.#prepared,
      ask: (contents) => this.#ask(contents),
    });
    this.#senses = new RealtimeInput(prepared.setup, {
      begins: () => this.#turns.interrupt(),
      heard: (text) => {
        if (prepared.setup.inputAudioTranscription === undefined) return;
        const inputTranscription = { text, finished: true };
        void on.channel.send({ serverContent: { inputTranscription } });
      },
      says: (parts) => {
        this.#turns.add([{ role: 'user', parts }]);
        this.#turns.answer();
      },
    });
    this.#turns.tellHandle();
  }

  take({ setup, clientContent, realtimeInput, toolResponse, contextUpdate }: ClientMessage): void {
    if (setup) throw new StatusError(400, NOT_FIRST);
    if (clientContent) this.#content(clientContent);
    else if (realtimeInput) this.#senses.take(realtimeInput);
    else if (toolResponse) this.#turns.results(toolResponse.functionResponses ?? []);
    else if (contextUpdate) this.#update(contextUpdate);
    else throw new StatusError(400, 'Request contains an invalid argument.');
  }

  end(): void {
    this.#turns.end();
  }

  #content({ turns = [], turnComplete = false }: ClientContent): void {
    const contents: readonly Content[] = turns.map((turn) => ({ role: 'user', ...turn }));
    if (this.#isHistory) {
      this.#history.add(...contents);
      this.#isHistory = !turnComplete;
      return;
    }
    this.#turns.interrupt();
    this.#turns.add(contents);
    if (turnComplete) this.#turns.answer();
  }

  #update({ systemInstruction, tools }: ContextUpdate): void {
    const { setup, ...rest } = this.#prepared;
    const changed = {
      ...setup,
      ...(systemInstruction && { systemInstruction }),
      ...(tools && { tools: tools.tools ?? [] }),
    };
    this.#prepared = { ...rest, setup: changed };
  }

  #ask(contents: readonly Content[]): Reply {
    const { opening, caller, ruled } = this.#on;
    const { setup, model } = this.#prepared;
    const seconds = goAwayIn(contents);
    if (seconds !== undefined) this.#on.goAway(seconds);
    const plain = {
      operation: 'models.streamGenerateContent',
      row: operationRow('models.streamGenerateContent'),
      version: opening.version,
      caller,
      path: { model: model.model.name },
      query: {},
      isMedia: false,
      origin: baseOf(opening.request, opening.service),
      body: requestOf(setup, [...contents]) as JsonObject,
    } as const;
    const { service, entry } = opening;
    const { world } = service;
    // Other response sources have their own quotas.
    if (!ruled) service.quotas.take(plain.row, plain.path.model, plain.body);
    const call = { ...plain, script: findScript(plain, world, LIVE) };
    if (ruled) reportIfMocked(call.script, ruled);
    logMockResponse(entry, call, service);
    const fault = call.script && parseScriptFault(call.script);
    if (fault?.goAwayIn !== undefined) this.#on.goAway(fault.goAwayIn);
    rejectUnmatched(call, service, LIVE);
    return handleCall((one) => generateWith(model, one, world, 'session'), call, world);
  }
}

/** Reports whether a mock matches a turn. Throws if no mock responds, to end the turn here. */
function reportIfMocked(script: Script | undefined, ruled: (isRuled: boolean) => void): void {
  const isRuled = script !== undefined && script.answer !== GENERATE;
  ruled(isRuled);
  if (isRuled) return;
  script?.take();
  throw new StatusError(404, 'No mock matches this request.');
}

/** Returns the seconds until the connection ends if the last turn has the trigger word. */
function goAwayIn(contents: readonly Content[]): number | undefined {
  const text = (contents.at(-1)?.parts ?? []).map((part) => part.text ?? '').join('\n');
  const argument = triggerArgument(triggersIn(text), 'go-away');
  if (argument === undefined) return undefined;
  const seconds = Number(argument || DEFAULT_SECONDS);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : DEFAULT_SECONDS;
}
