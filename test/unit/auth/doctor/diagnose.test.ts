import assert from 'node:assert/strict';
import type { CheckFix, CheckResult } from '../../../../src/auth/doctor/check';
import { diagnoseConnection } from '../../../../src/auth/doctor/diagnose';
import { DoctorList } from '../../../../src/auth/doctor/doctorList';
import { doctorReport } from '../../../../src/auth/doctor/doctorReport';
import type { Examined } from '../../../../src/auth/doctor/examine';
import { summarize } from '../../../../src/auth/doctor/summary';
import { redact } from '../../../../src/api/redact';
import { wrap } from '../../../../src/auth/doctor/wrap';
import { AppError } from '../../../../src/base/errors';
import type { LiveState } from '../../../../src/platform/liveList';
import type { Connection } from '../../../../src/service/connection';
import { leaks } from '../../../fakes/canary';
import { FaultServer, type Wire } from '../../../fakes/faultServer';
import { english } from '../../../fakes/l10n';
import type { FakeLiveList } from '../../../fakes/liveList';
import { FakePrompts } from '../../../fakes/prompts';
import { control, useEmulator } from '../../emulator/wire';
import { openDoctor, signInTo, type Doctor } from './rig';

const isOver = ({ isBusy }: LiveState<unknown>): boolean => !isBusy;
const labels = ({ items }: LiveState<unknown>): readonly string[] =>
  items.map(({ label }) => label);

describe('diagnosing', () => {
  const emulator = useEmulator();
  const opened: { dispose(): unknown }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.dispose();
  });

  function open(connection: Partial<Connection>): Doctor {
    const doctor = openDoctor({ connection: { endpoint: emulator().baseUrl, ...connection } });
    opened.push(doctor);
    return doctor;
  }

  function listOf({ prompts }: Doctor, at = -1): FakeLiveList<unknown> {
    const list = prompts.lists.at(at);
    assert.ok(list);
    return list;
  }

  /** The list once everything was checked; the flow opens it a moment after it was told to. */
  async function shown(doctor: Doctor, count = 1): Promise<LiveState<unknown>> {
    while (doctor.prompts.lists.length < count) await new Promise(setImmediate);
    return await listOf(doctor).when(isOver);
  }

  it('shows what works, and closes', async () => {
    const doctor = open({ auth: 'none', name: 'Gate', endpoint: emulator().baseUrl });
    await control(emulator(), 'POST', 'faults', {
      ...{ kind: 'page', operation: 'models.list', contentType: 'application/json', body: '{}' },
    });
    const done = diagnoseConnection(doctor.parts, undefined);
    const state = await shown(doctor);
    assert.equal(state.title, 'Diagnose “Gate”');
    assert.deepEqual(labels(state), [
      'Everything works',
      'Settings of the connection',
      'Clock',
      'Call of the service',
      'Network',
      'Run again',
      'Copy the report',
      'Close',
    ]);
    assert.deepEqual([state.items[0]?.icon, state.items[2]?.icon], ['pass-filled', 'pass-filled']);
    const [first] = listOf(doctor).states;
    assert.ok(first?.isBusy);
    assert.deepEqual(
      first.items.map(({ icon }) => icon),
      [
        'loading~spin',
        'loading~spin',
        'circle-outline',
        'circle-outline',
        'circle-outline',
        'close',
      ],
    );
    listOf(doctor).choose('Close');
    await done;
    assert.ok(listOf(doctor).isDisposed);
  });

  it('runs the fix of a row, and then every check again', async () => {
    const doctor = open({ auth: 'apiKey' });
    const { vault, connection } = doctor;
    const run = async (): Promise<void> => {
      const stored = { origin: connection.endpoint, key: emulator().apiKey };
      await vault.write(connection.id, stored);
    };
    const done = diagnoseConnection({ ...doctor.parts, run }, undefined);
    const before = await shown(doctor);
    assert.equal(before.items[0]?.label, '1 problem found');
    const row = before.items.find(({ active }) => active);
    assert.deepEqual([row?.label, row?.description], ['API key', 'failed · Enter: Add API Key…']);
    listOf(doctor).choose('Clock');
    listOf(doctor).choose('API key');
    const after = await shown(doctor, 2);
    assert.ok(listOf(doctor, 0).isDisposed);
    assert.equal(after.items[0]?.label, 'Everything works');
    listOf(doctor).choose('Close');
    await done;
    assert.equal(doctor.prompts.lists.length, 2);
  });

  it('runs the checks again on request, of the connection as it is by then', async () => {
    const doctor = open({ auth: 'apiKey' });
    const done = diagnoseConnection(doctor.parts, undefined);
    await shown(doctor);
    await doctor.settings.write('connections', [{ ...doctor.connection, name: 'Renamed' }]);
    listOf(doctor).choose('Run again');
    const state = await shown(doctor, 2);
    assert.equal(state.title, 'Diagnose “Renamed”');
    listOf(doctor).dismiss();
    await done;
  });

  it('tells a fix that failed, and checks again', async () => {
    const doctor = open({ auth: 'apiKey' });
    const run = (): Promise<void> =>
      Promise.reject(new AppError('x', 'It went wrong.', { hint: 'Try again.' }));
    const done = diagnoseConnection({ ...doctor.parts, run }, undefined);
    await shown(doctor);
    listOf(doctor).choose('API key');
    await shown(doctor, 2);
    assert.deepEqual(
      doctor.prompts.asked.map(({ text }) => text),
      ['It went wrong. Try again.'],
    );
    listOf(doctor).dismiss();
    await done;
  });

  it('ends where the fix removed the connection', async () => {
    const doctor = open({ auth: 'apiKey' });
    const run = (): Promise<void> => doctor.connections.remove(doctor.connection.id);
    const done = diagnoseConnection({ ...doctor.parts, run }, undefined);
    await shown(doctor);
    listOf(doctor).choose('API key');
    await done;
  });

  it('ends what runs when it is dismissed', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<Wire>();
    const server = await FaultServer.start((_request, wire) => resolve(wire));
    const doctor = open({ auth: 'none', endpoint: server.origin });
    const done = diagnoseConnection(doctor.parts, undefined);
    const { closed } = await asked;
    listOf(doctor).dismiss();
    await done;
    await closed;
    const count = listOf(doctor).states.length;
    await new Promise(setImmediate);
    assert.equal(listOf(doctor).states.length, count);
    assert.deepEqual(doctor.log.lines, []);
    await server.close();
  });

  it('takes the connection that it is run for', async () => {
    const doctor = open({ auth: 'none' });
    const other = { ...doctor.connection, id: 'bbbb2222', name: 'Other' };
    await doctor.connections.add(other);
    const done = diagnoseConnection(doctor.parts, { connection: other.id });
    const state = await shown(doctor);
    assert.equal(state.title, 'Diagnose “Other”');
    listOf(doctor).dismiss();
    await done;
    const gone = diagnoseConnection(doctor.parts, { connection: 'cccc3333' });
    await assert.rejects(gone, { reason: 'unknownConnection' });
  });

  it('says so where there is none', async () => {
    const doctor = open({ auth: 'none' });
    await doctor.connections.remove(doctor.connection.id);
    await diagnoseConnection(doctor.parts, undefined);
    assert.deepEqual(
      doctor.prompts.asked.map(({ text }) => text),
      ['There is no connection to diagnose.'],
    );
  });

  it('copies and logs a report without secrets, and without who signed in', async () => {
    const doctor = open({ project: 'my-project' });
    await signInTo(doctor, emulator());
    await control(emulator(), 'POST', 'faults', {
      ...{ kind: 'status', operation: 'models.list', status: 403 },
      message: `Denied to ${[...doctor.secretsSeen].join(' ')}`,
    });
    const done = diagnoseConnection(doctor.parts, undefined);
    const state = await shown(doctor);
    assert.match(JSON.stringify(state.items), /Signed in as demo@example\.com\./);
    listOf(doctor).choose('Copy the report');
    await new Promise(setImmediate);
    const copied = listOf(doctor).state?.items.find(({ label }) => label === 'Copy the report');
    assert.equal(copied?.description, 'copied');
    listOf(doctor).choose('Close');
    await done;
    const [report = ''] = doctor.system.copied;
    assert.match(report, /^Diagnosis of “Mine” \(http:\/\/127\.0\.0\.1:\d+, oauth\): /);
    assert.match(report, /\n\[passed\] Sign-in: Signed in\.\n/);
    const lines = report.split('\n');
    assert.deepEqual(
      doctor.log.lines,
      lines.map((line) => `info auth: ${line}`),
    );
    assert.doesNotMatch(report, /demo@example\.com/);
    // Without what all of the emulator's begin with.
    const secrets = [...doctor.secretsSeen].map((secret) =>
      secret.replace(/^emulator-[a-z]+-/, ''),
    );
    assert.ok(secrets.length >= 4, `${secrets.length} secrets`);
    assert.deepEqual(leaks(report, secrets), []);
    assert.deepEqual(leaks(JSON.stringify(listOf(doctor).states), secrets), []);
  });
});

function row(result: Examined['result'], title = 'A check'): Examined {
  return { id: 'key', title, result };
}

describe('the list of the doctor', () => {
  it('shows all of a long text, in rows that do the same', () => {
    const prompts = new FakePrompts();
    const list = new DoctorList({ prompts, l10n: english, copy: () => undefined }, 'x');
    const fix: CheckFix = { title: 'Mend', run: () => Promise.resolve() };
    const says = `${'word '.repeat(30)}end.`;
    list.show([row({ state: 'failed', says, hint: 'Do this.', fix })]);
    const items = prompts.lists[0]?.state?.items.slice(1, -3) ?? [];
    const [first, ...more] = items;
    const text = [first?.detail, ...more.map(({ description }) => description)].join(' ');
    assert.equal(text, `${says} Do this.`);
    assert.ok(more.length > 0);
    for (const item of items) assert.equal(item.value, fix);
  });

  it('shows rows without a fix as they are, with their states in words', () => {
    const prompts = new FakePrompts();
    const list = new DoctorList({ prompts, l10n: english, copy: () => undefined }, 'x');
    const states = ['passed', 'warning', 'failed', 'skipped'] as const;
    list.show(states.map((state) => row({ state, says: 'So.' })));
    const items = prompts.lists[0]?.state?.items.slice(1, 5) ?? [];
    assert.deepEqual(
      items.map(({ icon, description, detail }) => [icon, description, detail]),
      [
        ['pass-filled', 'passed · So.', undefined],
        ['warning', 'warning', 'So.'],
        ['error', 'failed', 'So.'],
        ['circle-slash', 'not checked · So.', undefined],
      ],
    );
  });
});

describe('what the doctor sums up', () => {
  const of = (...states: readonly CheckResult['state'][]): string =>
    summarize(
      states.map((state) => row({ state, says: '' })),
      english,
    ).text;

  it('counts problems and warnings', () => {
    assert.equal(of('passed', 'skipped'), 'Everything works');
    assert.equal(of('passed', 'warning'), 'Everything works, 1 warning');
    assert.equal(of('warning', 'warning'), 'Everything works, 2 warnings');
    assert.equal(of('failed', 'skipped'), '1 problem found');
    assert.equal(of('failed', 'failed', 'failed', 'warning'), '3 problems found, 1 warning');
  });

  it('reports without the home folder, and with what to do', () => {
    const connection = { id: 'x', name: 'N', endpoint: 'https://x.example', auth: 'adc' } as const;
    const says = 'Read from /home/jane/.config/a.json, key AIzaSyCANARYCANARYCANARY.';
    const lines = doctorReport(connection, [row({ state: 'failed', says, hint: 'Do this.' })], {
      l10n: english,
      home: '/home/jane',
      redact,
    });
    assert.deepEqual(lines, [
      'Diagnosis of “N” (https://x.example, adc): 1 problem found',
      '[failed] A check: Read from ~/.config/a.json, key [redacted].',
      '    → Do this.',
    ]);
  });

  it('breaks lines between words', () => {
    assert.deepEqual(wrap('aa bb cc', 5), ['aa bb', 'cc']);
    assert.deepEqual(wrap('aaaaaaaa bb', 5), ['aaaaaaaa', 'bb']);
    assert.deepEqual(wrap('', 5), []);
  });
});
