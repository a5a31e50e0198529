import assert from 'node:assert/strict';
import { format, inspect } from 'node:util';
import { systemClock } from '../../../src/base/clock';
import { leaks } from '../../fakes/canary';
import { EagerClock } from '../../fakes/eagerClock';
import { FaultServer, type Script } from '../../fakes/faultServer';
import { failure } from '../api/harness';
import { control, useEmulator } from '../emulator/wire';
import {
  browse,
  clientAt,
  decide,
  ID,
  importClient,
  openWindow,
  ORIGIN,
  whenWaiting,
} from './oauthRig';

/** What is written to the console and to standard output and error meanwhile. */
async function printed(work: () => Promise<unknown>): Promise<string> {
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => Object.getOwnPropertyDescriptor(stream, 'write'));
  let text = '';
  for (const stream of streams) {
    Object.defineProperty(stream, 'write', {
      configurable: true,
      value: (chunk: unknown) => {
        text += format('%s', chunk);
        return true;
      },
    });
  }
  try {
    await work();
  } finally {
    for (const [index, stream] of streams.entries()) {
      const before = writes[index];
      if (before) Object.defineProperty(stream, 'write', before);
      else Reflect.deleteProperty(stream, 'write');
    }
  }
  return text;
}

describe('secrets of signing in', () => {
  const emulator = useEmulator();

  it('stand in no event, step, address or output, while everything is as it should be', async () => {
    const debug = process.env.GOOGLE_SDK_NODE_LOGGING;
    process.env.GOOGLE_SDK_NODE_LOGGING = '*';
    try {
      const window = openWindow();
      const client = importClient(emulator());
      const steps: unknown[] = [];
      const shown = await printed(async () => {
        const flow = window.signIn(client);
        flow.onDidStep((step) => steps.push(step));
        whenWaiting(flow, async ({ url }) => browse(await decide(emulator(), url)));
        const signedIn = await flow.run(new AbortController().signal);
        await window.accounts.save(ID, ORIGIN, client, signedIn);
        const credential = await window.accounts.credential(ID, ORIGIN);
        assert.ok(credential.kind === 'bearer' && (await credential.renew?.()));
        steps.push(inspect(flow), inspect(window.accounts), inspect(window.endpoint));
        steps.push(inspect(window.store), inspect(window.http), await window.accounts.find(ID));
        await window.accounts.signOut(ID);
      });
      const log = await control(emulator(), 'GET', 'log');
      assert.match(JSON.stringify(log), /"target":"\/token"/);
      const waiting = new URL(
        (steps as { readonly url?: string }[]).find(({ url }) => url !== undefined)?.url ?? '',
      );
      const state = waiting.searchParams.get('state') ?? '';
      // The state has to be in the authorization address, and is worth nothing without the rest.
      // Without what all of the emulator's begin with.
      const secrets = [...window.seen]
        .filter((secret) => secret !== state)
        .map((secret) => secret.replace(/^emulator-[a-z]+-/, ''));
      assert.ok(secrets.length >= 6, `${secrets.length} secrets`);
      for (const what of [steps, window.exchanges, shown, waiting.href, log]) {
        assert.deepEqual(leaks(what, secrets), []);
      }
    } finally {
      if (debug === undefined) Reflect.deleteProperty(process.env, 'GOOGLE_SDK_NODE_LOGGING');
      else process.env.GOOGLE_SDK_NODE_LOGGING = debug;
    }
  });

  it('stand in no error, whatever the server does with them', async () => {
    const acts: { readonly [what: string]: Script } = {
      echo: ({ body }, wire) => wire.answer(400, body),
      page: ({ body }, wire) => wire.answer(502, `<html>${body}`, { 'content-type': 'text/html' }),
      json: ({ body }, wire) =>
        wire.json(400, { error: 'invalid_grant', error_description: body, error_uri: body }),
      code: ({ body }, wire) => wire.json(400, { error: body, error_subtype: body }),
      object: ({ body }, wire) => wire.json(400, { error: { message: body, status: body } }),
      header: ({ body }, wire) =>
        wire.answer(302, '', { location: `http://${body}/`, 'x-a': body }),
      encoding: ({ body }, wire) => wire.answer(200, 'x', { 'content-encoding': body }),
      broken: ({ body }, wire) => wire.raw(`HTTP/1.1 200 ${body}\r\n${body}\r\n\r\n`),
      reset: (_request, wire) => wire.reset(),
    };
    for (const [what, act] of Object.entries(acts)) {
      const server = await FaultServer.start(act);
      const client = clientAt(server.origin);
      const window = openWindow(undefined, new EagerClock(), systemClock);
      const secrets = {
        code: 'canary-code-0123456789',
        verifier: 'canary-verifier-0123456789',
        refresh: 'canary-refresh-0123456789',
      };
      const { code, verifier, refresh } = secrets;
      const redemption = { code, verifier, redirectUri: 'http://127.0.0.1:1/x' };
      const errors: unknown[] = [];
      const shown = await printed(async () => {
        errors.push(await failure(window.endpoint.exchange(client, redemption)));
        errors.push(await failure(window.endpoint.refresh(client, refresh)));
        await window.store.save(ID, {
          session: 's',
          client,
          origin: ORIGIN,
          refreshToken: refresh,
          asked: [],
          granted: [],
          signedInAt: 0,
        });
        errors.push(await failure(window.accounts.credential(ID, ORIGIN)));
        errors.push((await window.accounts.signOut(ID)).revokeError);
      });
      const all = [...Object.values(secrets), client.secret];
      for (const error of errors) {
        assert.ok(error instanceof Error, what);
        assert.deepEqual(leaks(error, all), [], what);
      }
      assert.deepEqual(leaks(shown, all), [], what);
      assert.deepEqual(leaks(window.exchanges, all), [], what);
      const addresses = server.requests.map(({ target }) => target).join(' ');
      assert.deepEqual(leaks(addresses, all), [], what);
      await server.close();
    }
  });
});
