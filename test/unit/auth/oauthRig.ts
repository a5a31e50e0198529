import { readFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type * as vscode from 'vscode';
import { type HttpExchangeFacts, UndiciHttp } from '../../../src/api/undiciSenders';
import {
  AuthorizationCodeFlow,
  type AuthorizationCodeFlowDeps,
  type SignInStep,
} from '../../../src/auth/authorizationCodeFlow';
import { OAuthAccounts } from '../../../src/auth/oauthAccounts';
import { endpointsOf, type OAuthClient, parseClientFile } from '../../../src/auth/oauthClient';
import { TokenStore } from '../../../src/auth/secretStore';
import { TokenEndpoint } from '../../../src/auth/tokenEndpoint';
import { type Clock, systemClock } from '../../../src/base/clock';
import type { Emulator } from '../../../src/emulator/options';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { AUTH, formOf, submit } from '../emulator/identity/signIn';
import { ask } from '../emulator/wire';

export const ORIGIN = 'https://generativelanguage.googleapis.com';
export const ID = 'aaaa1111';

/** The client of an emulator, imported from its file. */
export function importClient(emulator: Emulator): OAuthClient {
  return parseClientFile(readFileSync(emulator.clientSecretFile));
}

/** A client whose addresses are those of any server. */
export function clientAt(origin: string): OAuthClient {
  return {
    id: 'a-client',
    secret: 'canary-client-secret-0123456789',
    authUri: `${origin}/o/oauth2/v2/auth`,
    tokenUri: `${origin}/token`,
  };
}

/**
 * One window: everything of signing in, over one secret storage.
 * @param httpClock limits the requests.
 */
export function openWindow(
  secrets: vscode.SecretStorage = new FakeSecretStorage(),
  clock: Clock = systemClock,
  httpClock: Clock = clock,
) {
  const seen = new Set<string>();
  const onSecret = (secret: string): void => void seen.add(secret);
  const http = new UndiciHttp({ clock: httpClock });
  const exchanges: HttpExchangeFacts[] = [];
  http.onDidExchange((exchange) => exchanges.push(exchange));
  const shared = { http, clock };
  const endpoint = new TokenEndpoint({ ...shared, onSecret });
  const store = new TokenStore({ secrets, onSecret });
  const accounts = new OAuthAccounts({ ...shared, store, endpoint });
  const changes: string[] = [];
  accounts.onDidChange((id) => changes.push(id));
  const signIn = (
    client: OAuthClient,
    deps: Partial<AuthorizationCodeFlowDeps> = {},
  ): AuthorizationCodeFlow =>
    new AuthorizationCodeFlow({
      ...shared,
      client,
      endpoint,
      onSecret,
      endpoints: endpointsOf(client),
      scopes: ['https://www.googleapis.com/auth/cloud-platform'],
      ...deps,
    });
  return {
    ...shared,
    secrets,
    seen,
    exchanges,
    endpoint,
    store,
    accounts,
    changes,
    onSecret,
    signIn,
  };
}

export type Window = ReturnType<typeof openWindow>;

/** What a browser got. */
export interface Page {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request of a browser, or of whoever else finds the port. */
export function browse(
  address: string,
  {
    method = 'GET',
    headers = {},
    path,
  }: {
    readonly method?: string;
    readonly headers?: { readonly [name: string]: string };
    readonly path?: string;
  } = {},
): Promise<Page> {
  const { hostname, port, pathname, search } = new URL(address);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname: hostname.replaceAll(/[[\]]/g, ''),
        port,
        path: path ?? pathname + search,
        method,
        headers,
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      },
    );
    request.once('error', reject);
    request.end();
  });
}

/** What somebody does on the consent page. */
export interface Choice {
  readonly user?: string;
  readonly decision?: 'allow' | 'deny';
  /** Ticked scopes; all by default. */
  readonly grant?: readonly string[];
}

/** Opens the authorization page, decides, and gives the address that the browser is sent back to. */
export async function decide(
  emulator: Emulator,
  url: string,
  choice: Choice = {},
): Promise<string> {
  const { user = 'demo@example.com', decision = 'allow', grant } = choice;
  const { pathname, search } = new URL(url);
  const page = await ask(emulator, pathname + search, { anonymous: true });
  if (page.status === 303) return String(page.headers.location);
  const form = formOf(page.text);
  form.set('user', user);
  form.set('decision', decision);
  if (grant) form.delete('grant');
  for (const scope of grant ?? []) form.append('grant', scope);
  const answer = await submit(emulator, AUTH, form);
  return String(answer.headers.location);
}

type Waiting = Extract<SignInStep, { readonly kind: 'waiting' }>;

/** Runs `act` each time that the flow waits for the browser. */
export function whenWaiting(flow: AuthorizationCodeFlow, act: (step: Waiting) => unknown): void {
  flow.onDidStep((step) => {
    if (step.kind === 'waiting') void act(step);
  });
}

/** A whole sign-in of somebody, kept under `ID`. */
export async function signInAs(
  window: Window,
  emulator: Emulator,
  choice: Choice = {},
  deps: Partial<AuthorizationCodeFlowDeps> = {},
): Promise<void> {
  const client = importClient(emulator);
  const flow = window.signIn(client, deps);
  whenWaiting(flow, async ({ url }) => browse(await decide(emulator, url, choice)));
  const signedIn = await flow.run(new AbortController().signal);
  await window.accounts.save(ID, ORIGIN, client, signedIn);
}
