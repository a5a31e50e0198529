import assert from 'node:assert/strict';
import type { CheckResult } from '../../../../src/auth/doctor/check';
import { diagnoseConnection, doctorReport, summarize } from '../../../../src/auth/doctor/diagnose';
import type { CheckRun } from '../../../../src/auth/doctor/examine';
import { redact } from '../../../../src/api/redact';
import type { ConnectionTarget } from '../../../../src/catalog/ref';
import type { Sheet, SheetFinding } from '../../../../src/platform/sheet';
import type { Connection } from '../../../../src/service/connection';
import { leaks } from '../../../fakes/canary';
import { FaultServer, type Wire } from '../../../fakes/faultServer';
import type { FakeSheet } from '../../../fakes/sheets';
import { control, useEmulator } from '../../emulator/wire';
import { openDoctor, signInTo, type Doctor } from './rig';

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

  /** The sheet once everything was checked. */
  async function diagnosed(
    doctor: Doctor,
    target?: ConnectionTarget,
    deps = doctor.deps,
  ): Promise<FakeSheet> {
    await diagnoseConnection(deps, target);
    return doctor.sheets.last;
  }

  const findings = (sheet: Sheet): readonly SheetFinding[] =>
    sheet.blocks.flatMap((block) => (block.kind === 'findings' ? block.findings : []));
  const heading = ({ texts }: FakeSheet): string | undefined => texts[0];

  it('shows what works, and each check while it runs', async () => {
    const doctor = open({ auth: 'none', name: 'Gate', endpoint: emulator().baseUrl });
    await control(emulator(), 'POST', 'faults', {
      kind: 'page',
      operation: 'models.list',
      contentType: 'application/json',
      body: '{}',
    });
    const sheet = await diagnosed(doctor);
    assert.deepEqual([sheet.now.title, sheet.now.isBusy], ['Diagnose “Gate”', false]);
    assert.equal(heading(sheet), 'Everything works');
    assert.deepEqual(
      findings(sheet.now).map(({ title, stateText }) => `${title}: ${stateText}`),
      ['Connection settings: passed', 'Clock: passed', 'API request: passed', 'Network: passed'],
    );
    const running = sheet.shown.map((one) =>
      findings(one)
        .map(({ state }) => state)
        .join(' '),
    );
    assert.ok(running.includes('running waiting waiting waiting'), running.join('\n'));
    assert.ok(running.includes('passed running waiting waiting'), running.join('\n'));
    assert.ok(sheet.shown[0]?.isBusy);
  });

  it('shows what failed first, with its buttons, and checks again after a fix', async () => {
    const doctor = open({ auth: 'apiKey' });
    const { vault, connection } = doctor;
    const run = async (): Promise<void> => {
      const stored = { origin: connection.endpoint, key: emulator().apiKey };
      await vault.write(connection.id, stored);
    };
    const sheet = await diagnosed(doctor, undefined, { ...doctor.deps, run });
    assert.equal(heading(sheet), '1 problem found');
    const [first] = findings(sheet.now);
    assert.deepEqual([first?.title, first?.state], ['API key', 'failed']);
    assert.deepEqual(
      first?.buttons.map(({ title }) => title),
      ['Add API Key…'],
    );
    assert.match(first.text, /No API key is stored\. Add the key again\./);
    await sheet.act(first.buttons[0]?.id ?? '');
    assert.equal(heading(sheet), 'Everything works');
    assert.equal(doctor.sheets.opened.length, 1);
  });

  it('ends what runs when the sheet is closed', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<Wire>();
    const server = await FaultServer.start((_request, wire) => resolve(wire));
    const doctor = open({ auth: 'none', endpoint: server.origin });
    const done = diagnoseConnection(doctor.deps, undefined);
    const { closed } = await asked;
    doctor.sheets.last.close();
    await done;
    await closed;
    assert.deepEqual(doctor.log.lines, []);
    await server.close();
  });

  it('copies and logs a report without secrets, and without who signed in', async () => {
    const doctor = open({ project: 'my-project' });
    await signInTo(doctor, emulator());
    await control(emulator(), 'POST', 'faults', {
      kind: 'status',
      operation: 'models.list',
      status: 403,
      message: `Denied to ${[...doctor.secretsSeen].join(' ')}`,
    });
    const sheet = await diagnosed(doctor);
    assert.match(JSON.stringify(findings(sheet.now)), /Signed in as demo@example\.com\./);
    await sheet.act('copy');
    assert.match(JSON.stringify(sheet.block('buttons')), /Copied/);
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
    assert.deepEqual(leaks(JSON.stringify(sheet.shown), secrets), []);
  });
});

function row(result: CheckRun['result'], title = 'A check'): CheckRun {
  return { id: 'key', title, result };
}

describe('what the doctor sums up', () => {
  const of = (...states: readonly CheckResult['state'][]): string =>
    summarize(states.map((state) => row({ state, says: '' }))).text;

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
      home: '/home/jane',
      redact,
    });
    assert.deepEqual(lines, [
      'Diagnosis of “N” (https://x.example, adc): 1 problem found',
      '[failed] A check: Read from ~/.config/a.json, key [redacted].',
      '    → Do this.',
    ]);
  });
});
