import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { FakeClock } from '../../../fakes/clock';
import {
  AUTH,
  authorization,
  FORM,
  formOf,
  PREFIX,
  redeem,
  returned,
  submit,
  tokensOf,
} from './signIn';
import { type Answer, ask, useEmulator } from '../wire';

const MINUTE = 60_000;

describe('emulator: the consent page', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const show = (changes: Parameters<typeof authorization>[1] = {}): Promise<Answer> =>
    ask(emulator(), authorization(emulator(), changes), { anonymous: true });
  /** The untouched form of a page, allowed. */
  const filled = async (
    changes: Parameters<typeof authorization>[1] = {},
  ): Promise<URLSearchParams> => {
    const form = formOf((await show(changes)).text);
    form.set('decision', 'allow');
    return form;
  };

  it('asks who it is and for what, warns, and runs no script', async () => {
    const { status, text, headers } = await show();
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    for (const email of ['demo@example.com', 'ada@example.com', 'grace@example.com']) {
      assert.match(text, new RegExp(`type="radio" name="user" value="${email}"`));
    }
    for (const scope of [PREFIX, `${PREFIX}.tuning`]) {
      assert.ok(text.includes(`type="checkbox" name="grant" value="${scope}" checked`));
    }
    assert.doesNotMatch(text, /<script|<img|<link|<iframe|\son\w+=|\sstyle=|@import|url\(/);
  });

  it('can be framed by nobody, and loads and keeps nothing', async () => {
    const { headers, text } = await show();
    const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.deepEqual(String(headers['content-security-policy']).split('; '), [
      `default-src 'none'`,
      `style-src 'sha256-${hash}'`,
      `form-action 'self' http://127.0.0.1:50123`,
      `frame-ancestors 'none'`,
      `base-uri 'none'`,
    ]);
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    // A browser sends the form with its origin, and nothing of the address to anybody else.
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.equal(headers['set-cookie'], undefined);
  });

  it('shows what it was sent as text', async () => {
    const state = `"><script>alert(1)</script>&'`;
    const { text } = await show({ state });
    assert.doesNotMatch(text, /<script/);
    assert.equal(formOf(text).get('state'), state);
    const answer = await submit(emulator(), AUTH, await filled({ state }));
    assert.equal(returned(answer).get('state'), state);
  });

  it('sends code, state and its own address back where the client said', async () => {
    const path = 'http://127.0.0.1:50123/callback?kept=1';
    const answer = await submit(emulator(), AUTH, await filled({ redirect_uri: path }));
    assert.equal(answer.status, 303);
    assert.equal(answer.text, '');
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    assert.match(
      String(answer.headers.location),
      /^http:\/\/127\.0\.0\.1:50123\/callback\?kept=1&/,
    );
    const { code, ...rest } = Object.fromEntries(returned(answer));
    assert.match(code ?? '', /^emulator-code-/);
    assert.deepEqual(rest, {
      kept: '1',
      scope: `${PREFIX} ${PREFIX}.tuning`,
      state: 'a-state',
      iss: emulator().baseUrl,
    });
  });

  it('grants what stays ticked', async () => {
    const form = await filled();
    form.delete('grant');
    form.append('grant', `${PREFIX}.tuning`);
    // Not asked for, so that no tick can give it.
    form.append('grant', `${PREFIX}.retriever`);
    const code = returned(await submit(emulator(), AUTH, form)).get('code') ?? '';
    assert.equal(tokensOf(await redeem(emulator(), code)).scope, `${PREFIX}.tuning`);
  });

  for (const [what, change] of [
    ['Deny', (form: URLSearchParams) => form.set('decision', 'deny')],
    ['nothing ticked', (form: URLSearchParams) => form.delete('grant')],
  ] as const) {
    it(`tells the client that access was denied: ${what}`, async () => {
      const form = await filled();
      change(form);
      const back = Object.fromEntries(returned(await submit(emulator(), AUTH, form)));
      assert.equal(back.error, 'access_denied');
      assert.equal(back.state, 'a-state');
      assert.equal(back.code, undefined);
    });
  }

  for (const [what, changes, status, error] of [
    ['another client', { client_id: 'other' }, 401, 'invalid_client'],
    ['no address', { redirect_uri: undefined }, 400, 'invalid_request'],
    ...['https://evil.example/', 'http://127.0.0.1:50123@evil.example/', 'javascript:alert(1)'].map(
      (uri) => [uri, { redirect_uri: uri }, 400, 'redirect_uri_mismatch'] as const,
    ),
  ] as const) {
    it(`tells the user and nobody else: ${what}`, async () => {
      const { status: got, text, headers } = await show(changes);
      assert.equal(got, status);
      assert.match(text, new RegExp(`<code>${error}</code>`));
      assert.equal(headers.location, undefined);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/);
    });
  }

  it('is answered once, within ten minutes, as it was shown', async () => {
    const refused = async (form: URLSearchParams): Promise<void> => {
      const answer = await submit(emulator(), AUTH, form);
      assert.equal(answer.status, 400);
      assert.match(answer.text, /already submitted or has expired/);
      assert.equal(answer.headers.location, undefined);
    };
    const twice = await filled();
    returned(await submit(emulator(), AUTH, twice));
    await refused(twice);
    for (const change of [
      (form: URLSearchParams) => form.delete('ticket'),
      (form: URLSearchParams) => form.set('redirect_uri', 'http://127.0.0.1:50124/'),
      (form: URLSearchParams) => form.set('scope', `${PREFIX}.retriever`),
    ]) {
      const form = await filled();
      change(form);
      await refused(form);
    }
    const late = await filled();
    clock.advance(10 * MINUTE);
    await refused(late);
  });

  it('may be reached from other sites by a whole tab, and in no other way', async () => {
    const tab = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const path = authorization(emulator());
    for (const site of ['cross-site', 'same-site']) {
      const from = { 'sec-fetch-site': site };
      const asked = (headers: { readonly [name: string]: string }, at = path): Promise<Answer> =>
        ask(emulator(), at, { headers: { ...from, ...headers } });
      assert.equal((await asked(tab)).status, 200);
      assert.equal((await asked({ ...tab, 'sec-fetch-dest': 'iframe' })).status, 403);
      assert.equal((await asked({})).status, 403);
      assert.equal((await asked({ ...tab, origin: 'https://evil.example' })).status, 403);
      assert.equal((await asked(tab, '/tokeninfo?access_token=x')).status, 403);
      const form = await filled();
      const posted = await submit(emulator(), AUTH, form, { ...from, ...tab });
      assert.equal(posted.status, 403);
      const own = { 'sec-fetch-site': 'same-origin', origin: emulator().baseUrl };
      returned(await submit(emulator(), AUTH, form, { ...tab, ...own }));
    }
  });

  it('takes forms on its own paths only, and nothing else there', async () => {
    const other = ['/v1beta/corpora', '/tokeninfo', `${AUTH}/`];
    for (const path of other) {
      assert.equal((await submit(emulator(), path, { a: 'b' })).status, 415, path);
    }
    for (const path of [AUTH, '/token', '/revoke']) {
      const headers = { 'content-type': 'application/json' };
      assert.equal((await ask(emulator(), path, { raw: '{}', headers })).status, 415, path);
      const charset = { 'content-type': `${FORM.toUpperCase()}; charset=utf-8` };
      assert.notEqual((await ask(emulator(), path, { raw: 'a=b', headers: charset })).status, 415);
    }
  });
});
