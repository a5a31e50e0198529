import assert from 'node:assert/strict';
import { operationIds, operationRow, versionsOf } from '../../../src/api/operations';
import { pathParameters } from '../../../src/api/request';
import { findMessage, findType, isEnum, isUnion } from '../../../src/api/schema/messages';
import type { Prompts } from '../../../src/platform/prompts';
import type { TrafficLog } from '../../../src/service/trafficLog';
import type { EmulatorControl } from '../../host/support/consoleEmulator';
import { OPERATIONS } from '../api/operationCounts';
import { ConsolePrompts, type Row } from './consolePrompts';
import { plans } from './plans';

/** Operations with a plan, and those that name nothing or a model, in each of their versions. */
export const rows: readonly Row[] = operationIds().flatMap((operation) => {
  const isModel = pathParameters(operation).every(({ pattern }) => pattern === 'models/*');
  if (!isModel && !plans[operation]) return [];
  return versionsOf(operationRow(operation)).map((version) => ({ operation, version }));
});

/** What a request document says. */
export interface RequestText {
  readonly $schema: string;
  readonly operation: string;
  readonly version: string;
  readonly path?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly media?: object;
  readonly body?: object;
}

/** A window, as far as the console is in it: a real one, or with fakes around the console. */
export interface ConsoleWindow {
  readonly emulator: EmulatorControl;
  readonly traffic: TrafficLog;
  /** The name of the connection. */
  readonly connection: string;
  /** Runs an operation from the list of all; the request document that this opens, where it opens one. */
  run(prompts: Prompts): Promise<RequestText | undefined>;
  /** Sends the request document. */
  send(prompts: Prompts): Promise<void>;
  /** The lines above the newest answer, once that has ended. */
  about(): Promise<readonly string[]>;
}

/** From the list of operations to the answer; what was sent is that, once. The emulator has the demo seed before and after. */
export async function runOnce(window: ConsoleWindow, row: Row): Promise<void> {
  const { name, prepare } = plans[row.operation] ?? {};
  const isRead = operationRow(row.operation).effect === 'read';
  try {
    await runAndCheck(window, row);
  } finally {
    if (!isRead || typeof name === 'function' || prepare) await window.emulator.reset();
  }
}

async function runAndCheck(window: ConsoleWindow, row: Row): Promise<void> {
  const { emulator, traffic, connection } = window;
  const { operation, version } = row;
  const { name, typed = false, prepare, refusal } = plans[operation] ?? {};
  const [code, words] = refusal ?? [200, 'OK'];
  await prepare?.(emulator);
  const made = typeof name === 'function' ? await name(emulator) : name;
  await emulator.forget();
  const prompts = new ConsolePrompts(made === undefined ? row : { ...row, name: made, typed });
  traffic.clear();
  const request = await window.run(prompts);
  // One that needs no writing was sent at once.
  assert.equal(request !== undefined, isWritten(row));
  if (request) {
    assert.equal(request.$schema, `genlangschema://requests/${version}/${operation}.json`);
    assert.deepEqual([request.operation, request.version], [operation, version]);
    await window.send(prompts);
  }
  const { verb, effect, shares } = operationRow(operation);
  const about = await window.about();
  assert.match(about[0] ?? '', /^\d+ [A-Za-z ]+ · [\d.]+ m?s · [\d.,]+ (bytes?|KB)$/);
  assert.ok(about[0]?.startsWith(`${code} ${words} · `), about[0]);
  assert.ok(about.includes(`${operation} on “${connection}”, ${version}`), about.join('\n'));
  const seen = await emulator.seen();
  const [own, ...repeated] = seen.filter((one) => one.operation === operation);
  assert.deepEqual(repeated, []);
  assert.deepEqual([own?.version, own?.status, own?.method], [version, code, verb]);
  assert.ok(about.includes(`${verb} ${own?.target}`), about.join('\n'));
  assert.equal(prompts.offered.length, OPERATIONS);
  const questions = prompts.asked.filter(({ kind }) => kind !== 'pick' && kind !== 'input');
  const isAsked = effect === 'dangerous' || shares === 'always';
  assert.equal(questions.length, isAsked ? 1 : 0);
  if (made !== undefined && questions[0]) assert.ok(questions[0].text.includes(made));
  assert.deepEqual(prompts.problems, []);
  // Whatever else was asked for on the way is known too.
  assert.deepEqual(
    traffic.entries.map((entry) => [entry.name, entry.version, entry.status]).sort(),
    seen.map((entry) => [entry.operation, entry.version, entry.status]).sort(),
  );
}

/** Whether there is something to write before it can be sent. */
function isWritten({ operation }: Row): boolean {
  const { body = 'Empty', query = {}, upload } = operationRow(operation);
  const type = findType(body);
  assert.ok(type && !isEnum(type));
  const fields = Object.values(findMessage(body)?.fields ?? {});
  const isNeeded = Object.values(query).some(({ required }) => required);
  return (
    isNeeded || upload !== undefined || isUnion(type) || fields.some(({ pathBound }) => !pathBound)
  );
}
