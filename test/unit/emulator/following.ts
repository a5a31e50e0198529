import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../../src/base/json';
import type { Emulator } from '../../../src/emulator/options';

/** A request as those who follow are told of it. */
export interface Told {
  readonly id: number;
  readonly isRunning?: boolean;
  readonly target: string;
  readonly startedAt: number;
  readonly operation?: string;
  readonly status?: number;
  readonly answeredBy?: string;
  readonly duration?: number;
  readonly closedEarly?: boolean;
  readonly messages?: JsonObject;
  readonly base?: string;
  readonly secrets?: readonly string[];
  readonly headers: { readonly [name: string]: string };
  readonly answerHeaders?: { readonly [name: string]: string };
  readonly body?: string;
  readonly request?: string;
  readonly upload?: JsonObject;
  readonly pieces?: readonly (readonly [number, string])[];
  readonly isCut?: boolean;
}

/** Somebody who follows the requests of a session. */
export interface Follower {
  /** The next line, without its end. */
  line(): Promise<string>;
  /** The next request that runs or is over. */
  next(): Promise<Told>;
  /** The next one that is over. */
  ended(): Promise<Told>;
  leave(): void;
}

/** The answer to who wants to follow, which goes on until it is destroyed. */
export async function followAnswer(
  { baseUrl, controlToken }: Pick<Emulator, 'baseUrl' | 'controlToken'>,
  session = '',
): Promise<IncomingMessage> {
  const headers = { 'x-emulator-control': controlToken };
  const request = get(`${baseUrl}${session}/$emulator/follow`, { headers, agent: false });
  request.on('error', () => undefined);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

/** @param session what its addresses begin with, such as `/s/NAME`. */
export async function follow(
  emulator: Pick<Emulator, 'baseUrl' | 'controlToken'>,
  session = '',
): Promise<Follower> {
  const answer = await followAnswer(emulator, session);
  assert.equal(answer.statusCode, 200);
  const lines = createInterface({ input: answer })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => {
    const { value } = (await lines.next()) as { readonly value: string };
    return value;
  };
  assert.equal(await line(), '');
  const next = async (): Promise<Told> => JSON.parse(await line()) as Told;
  const ended = async (): Promise<Told> => {
    for (;;) {
      const told = await next();
      if (told.isRunning !== true) return told;
    }
  };
  return { line, next, ended, leave: () => void answer.destroy() };
}
