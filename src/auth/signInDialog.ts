import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../base/disposable';
import { AppError, errorMessage } from '../base/errors';
import type { Log } from '../platform/log';
import type { Progress } from '../platform/progress';
import type { LiveItem, LiveList, Prompts } from '../platform/prompts';
import type { System } from '../platform/system';
import type { AuthorizationCodeFlow } from './authorizationCodeFlow';
import { FALLBACK_SCOPES } from './oauthClient';

interface SignInDialogDeps {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly system: System;
  readonly log: Log;
}

type Row = 'paste' | 'open' | 'copy' | 'restart' | 'cancel' | 'info';

/**
 * UI of a running sign-in. Hides pasted text as soon as it is read.
 * Shows a notification while hidden, as VS Code doesn’t report whether the user closed the list.
 */
export class SignInDialog implements SignInView, Disposable {
  readonly #deps: SignInDialogDeps;
  readonly #flow: AuthorizationCodeFlow;
  readonly #name: string;
  readonly #cancel: () => void;
  readonly #list: LiveList<Row>;
  readonly #disposables = new DisposableStore();
  #text = '';
  #problem: AppError | undefined;
  #isOpened = true;
  #isCopied = false;
  #endNotice: (() => void) | undefined;

  constructor(
    deps: SignInDialogDeps,
    flow: AuthorizationCodeFlow,
    name: string,
    cancel: () => void,
  ) {
    this.#deps = deps;
    this.#flow = flow;
    this.#name = name;
    this.#cancel = cancel;
    this.#list = this.#disposables.add(deps.prompts.live<Row>());
    this.#disposables.add(this.#list.onDidChoose(({ value, text }) => this.#do(value, text)));
    this.#disposables.add(this.#list.onDidType((text) => this.#type(text)));
    this.#disposables.add(this.#list.onDidDismiss(() => this.#hide()));
    this.#disposables.add(flow.onDidStep(() => this.#begin()));
    this.#show();
  }

  reopen(): boolean {
    if (!this.#endNotice) return false;
    this.#endNotice();
    this.#endNotice = undefined;
    this.#show();
    return true;
  }

  dispose(): void {
    this.#endNotice?.();
    this.#endNotice = undefined;
    this.#disposables.dispose();
  }

  #hide(): void {
    const { progress, log } = this.#deps;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#endNotice?.();
    this.#endNotice = () => resolve(undefined);
    progress(
      l10n.t('Signing in to “{0}”. Run “Sign In…” to show the dialog again.', this.#name),
      (signal) => {
        signal.addEventListener('abort', this.#cancel, { once: true });
        return promise;
      },
    ).catch((error: unknown) => log.error(`auth: ${errorMessage(error)}`));
  }

  #begin(): void {
    this.#problem = undefined;
    this.#isOpened = true;
    this.#isCopied = false;
    this.#empty();
    this.#show();
    this.#open();
  }

  #do(row: Row, text: string): void {
    switch (row) {
      case 'paste':
        this.#paste(text);
        break;
      case 'open':
        this.#open();
        break;
      case 'copy':
        this.#copy();
        break;
      case 'restart':
        this.#flow.restart(FALLBACK_SCOPES);
        break;
      case 'cancel':
        this.#cancel();
        break;
      case 'info':
        break;
    }
  }

  #type(text: string): void {
    // While typing, only the user knows when the URL is complete.
    const isPasted = text.length > this.#text.length + 1;
    this.#text = text;
    if (isPasted && looksLikeCallback(text)) {
      this.#paste(text);
      return;
    }
    if (text !== '') this.#problem = undefined;
    this.#show();
  }

  #paste(text: string): void {
    try {
      this.#flow.paste(text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#problem = error as AppError;
    }
    this.#empty();
    this.#show();
  }

  #empty(): void {
    this.#text = '';
    this.#list.clear();
  }

  #open(): void {
    const { step } = this.#flow;
    if (step.kind !== 'waiting') return;
    void this.#follow(this.#deps.system.openExternal(step.url), (isOpened) => {
      this.#isOpened = isOpened;
    });
  }

  #copy(): void {
    const { step } = this.#flow;
    if (step.kind !== 'waiting') return;
    const copied = this.#deps.system.copy(step.url).then(() => true);
    void this.#follow(copied, (isCopied) => {
      this.#isCopied = isCopied;
    });
  }

  /** Shows the result, unless the sign-in has moved to another step. Never rejects. */
  async #follow(work: Promise<boolean>, note: (isDone: boolean) => void): Promise<void> {
    const { step } = this.#flow;
    const isDone = await work.catch((error: unknown) => {
      this.#deps.log.error(`auth: ${errorMessage(error)}`);
      return false;
    });
    if (this.#flow.step !== step || this.#disposables.isDisposed) return;
    note(isDone);
    this.#show();
  }

  #show(): void {
    if (this.#endNotice) return;
    const { step } = this.#flow;
    const isLate = step.kind === 'exchanging' || step.kind === 'checking';
    this.#list.update({
      title: l10n.t('Sign in to {0}', this.#name),
      placeholder: this.#placeholder(),
      step: [step.kind === 'checking' ? 3 : isLate ? 2 : 1, 3],
      isBusy: true,
      items: [
        ...(step.kind === 'waiting' ? this.#rows(step.scopes) : []),
        { label: l10n.t('Cancel'), icon: 'close', value: 'cancel' },
      ],
    });
  }

  #placeholder(): string {
    const { step } = this.#flow;
    switch (step.kind) {
      case 'preparing':
        return l10n.t('Preparing the sign-in…');
      case 'exchanging':
        return l10n.t('Exchanging the code for tokens…');
      case 'checking':
        return l10n.t('Checking the account…');
      case 'waiting':
        return step.isReachable
          ? l10n.t(
              'Waiting for the browser. If it can’t reach VS Code, paste the URL from its address bar here',
            )
          : l10n.t('The browser can’t reach this machine. Paste the URL from its address bar here');
    }
  }

  #rows(scopes: readonly string[]): readonly LiveItem<Row>[] {
    const rows: LiveItem<Row>[] = [];
    if (this.#text !== '') {
      const label = l10n.t('Use the pasted URL');
      rows.push({ label, icon: 'check', value: 'paste', active: true });
    }
    if (this.#problem) {
      const { message, hint = '' } = this.#problem;
      rows.push({ label: message, detail: hint, icon: 'warning', value: 'info' });
    }
    if (!this.#isOpened) {
      rows.push({
        label: l10n.t('VS Code couldn’t open the page'),
        detail: l10n.t('Copy the URL and open it in a browser.'),
        icon: 'warning',
        value: 'info',
      });
    }
    const copied = this.#isCopied ? { description: l10n.t('copied') } : {};
    rows.push(
      { label: l10n.t('Open the page again'), icon: 'link-external', value: 'open' },
      { label: l10n.t('Copy the page URL'), icon: 'copy', value: 'copy', ...copied },
    );
    if (!isFallback(scopes)) {
      rows.push({
        label: l10n.t('The page says “invalid_scope”'),
        detail: l10n.t('Starts over with the scopes cloud-platform and retriever.'),
        icon: 'refresh',
        value: 'restart',
      });
    }
    return rows;
  }
}

export function isFallback(scopes: readonly string[]): boolean {
  return (
    scopes.length === FALLBACK_SCOPES.length &&
    FALLBACK_SCOPES.every((scope) => scopes.includes(scope))
  );
}

function looksLikeCallback(text: string): boolean {
  const has = (name: string): boolean => new RegExp(`(^|[?&])(${name})=[^&]`).test(text.trim());
  return has('state') && has('code|error');
}

interface SignInView {
  /** Shows a hidden UI again. Returns whether it was hidden. */
  reopen(): boolean;
}

export class RunningSignIn {
  readonly stop = new AbortController();
  /** Undefined until shown. */
  view: SignInView | undefined;
}

/** Running sign-ins, at most one per connection; a new one replaces the old one. */
export class RunningSignIns {
  readonly #open = new Map<string, RunningSignIn>();

  /** Runs a sign-in and ends the previous one, whose dialog would be hidden. */
  async run<T>(id: string, work: (running: RunningSignIn) => Promise<T>): Promise<T> {
    this.end(id);
    const running = new RunningSignIn();
    this.#open.set(id, running);
    try {
      return await work(running);
    } finally {
      if (this.#open.get(id) === running) this.#open.delete(id);
    }
  }

  /** Ends the sign-in of a connection, so that it stores nothing. */
  end(id: string): void {
    this.#open.get(id)?.stop.abort();
    this.#open.delete(id);
  }

  /** Shows the hidden sign-in of a connection, or the newest. Returns whether there was one. */
  reopen(id: string | undefined): boolean {
    const all = [...this.#open].reverse().filter(([of]) => id === undefined || of === id);
    return all.some(([, { view }]) => view?.reopen() === true);
  }
}

export const runningSignIns = new RunningSignIns();
