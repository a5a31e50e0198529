import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { operationIds, operationRow, versionsOf } from '../../src/api/operations';
import { findMessage, findType, isEnum, isUnion } from '../../src/api/schema/messages';
import { EMULATOR_ID } from '../../src/service/connection';
import { activeRequest, closeEditors, parseRequest, shownAnswer } from './support/consoleDocuments';
import { EmulatorControl } from './support/consoleEmulator';
import { plans } from './support/consolePlan';
import { ConsolePrompts, type Row } from './support/consolePrompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { OPERATIONS } from '../unit/api/operationCounts';

const rows: readonly Row[] = operationIds().flatMap((operation) =>
  versionsOf(operationRow(operation)).map((version) => ({ operation, version })),
);

const run = (name: string) => vscode.commands.executeCommand(`generativeLanguage.${name}`);

describe('the console', () => {
  let emulator: EmulatorControl;

  before(async () => {
    await resetConnections();
    const { services } = await activated();
    emulator = new EmulatorControl(await services.emulator.start());
    await services.connections.activate(EMULATOR_ID);
    await emulator.setPace('at once');
    // Every answer comes beside something.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }));
  });
  after(async () => {
    await closeEditors();
    await emulator.setPace('usual');
    await emulator.reset();
    await resetConnections();
  });

  it('has every operation in each of its versions', () => {
    assert.equal(rows.length, OPERATIONS);
  });

  for (const row of rows) {
    it(`runs ${row.operation} in ${row.version}`, () => runOnce(emulator, row));
  }
});

/** From the list of operations to the answer; what was sent is that, once. */
async function runOnce(emulator: EmulatorControl, row: Row): Promise<void> {
  const { operation, version } = row;
  await emulator.reset();
  const { name, typed = false, prepare, refusal } = plans[operation] ?? {};
  const [code, words] = refusal ?? [200, 'OK'];
  await prepare?.(emulator);
  const made = typeof name === 'function' ? await name(emulator) : name;
  await emulator.forget();
  const wanted = made === undefined ? row : { ...row, name: made, typed };
  const prompts = new ConsolePrompts(wanted);
  const { traffic } = (await activated()).services;
  traffic.clear();
  await withPrompts(prompts, async () => {
    const open = activeRequest();
    await run('runOperation');
    const document = activeRequest();
    // One that needs no writing was sent at once.
    assert.equal(document !== open, isWritten(row));
    if (document && document !== open) {
      const request = parseRequest(document);
      assert.equal(request.$schema, `genlangschema://requests/${version}/${operation}.json`);
      assert.deepEqual([request.operation, request.version], [operation, version]);
      await run('sendRequest');
    }
  });
  const { verb, effect, shares } = operationRow(operation);
  const { about } = await shownAnswer();
  assert.match(about[0] ?? '', /^\d+ [A-Za-z ]+ · [\d.]+ m?s · [\d.,]+ (bytes?|KB)$/);
  assert.ok(about[0]?.startsWith(`${code} ${words} · `), about[0]);
  assert.ok(about.includes(`${operation} on “Built-in Emulator”, ${version}`), about.join('\n'));
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
  const { body = 'Empty', query = {} } = operationRow(operation);
  const type = findType(body);
  assert.ok(type && !isEnum(type));
  const fields = Object.values(findMessage(body)?.fields ?? {});
  const isNeeded = Object.values(query).some(({ required }) => required);
  return isNeeded || isUnion(type) || fields.some(({ pathBound }) => !pathBound);
}
