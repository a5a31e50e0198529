import type { Row } from './row';
import { keepsTheAuthorizationAddress, leavesPagesToTheBrowser, tellsNoSecret } from './secrets';

/** What is done with secrets, and with the page that a sign-in is made on. */
export const secretRows: readonly Omit<Row, 'files'>[] = [
  {
    title: 'no secret is told in a line of the log, a message, a title or an address',
    rule: tellsNoSecret,
    bad: [
      ['src/auth/a.ts', 'log.debug(`auth: got ${code}`);'],
      ['src/auth/a.ts', 'this.#parts.log.error(String(answer.refreshToken));'],
      ['src/auth/a.ts', "console.log('a', { token });"],
      ['src/auth/a.ts', "new AppError('a', l10n.t('Bad {0}.', tokens.accessToken));"],
      ['src/auth/a.ts', "prompts.notify('info', secret, 'Copy');"],
      ['src/auth/a.ts', "url.searchParams.set('key', apiKey);"],
    ],
    good: [
      ['src/auth/a.ts', "log.debug(`auth: ${token.length} ${l10n.t('a code')}`); f(code);"],
      ['src/auth/a.ts', 'parts.progress(title, (signal) => send(token, signal));'],
    ],
  },
  {
    title: 'signing in shows its page in the browser of the system',
    rule: leavesPagesToTheBrowser,
    bad: [
      ['src/auth/a.ts', 'vscode.env.openExternal(uri);'],
      ['src/auth/a.ts', "vscode.window.createWebviewPanel('a', 'b', 1);"],
      ['src/auth/a.ts', "commands.executeCommand('simpleBrowser.show', url);"],
      ['src/auth/a.ts', "commands.executeCommand('vscode.open', uri);"],
      ['src/auth/a.ts', 'await vscode.env.clipboard.writeText(a);'],
    ],
    good: [
      ['src/auth/a.ts', 'this.#parts.system.openExternal(step.url); system.openExternal(a);'],
      ['src/playground/host/a.ts', 'vscode.env.openExternal(uri);'],
    ],
  },
  {
    title: 'the address of the authorization page is opened or copied, and no more',
    rule: keepsTheAuthorizationAddress,
    bad: [
      ['src/auth/a.ts', 'log.info(step.url);'],
      ['src/auth/a.ts', 'const address = this.#step.url;'],
      ['src/auth/a.ts', 'const { url, scopes } = flow.step;'],
      ['src/auth/a.ts', 'const show = ({ url }: SignInStep) => list.show(url);'],
    ],
    good: [
      ['src/auth/a.ts', 'system.openExternal(step.url); this.#parts.system.copy(this.#step.url);'],
      ['src/auth/doctor/a.ts', 'const { url } = request; send(request.url);'],
    ],
  },
];
