import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { endpointName } from '../api/endpoint';
import { SingleFlight } from '../base/async';
import type { Prompts } from '../platform/prompts';

const ALLOWED = 'adcOrigins';

interface AdcOriginsDeps {
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly state: vscode.Memento;
}

/**
 * Origins that may receive ADC tokens: Google’s, and those allowed by the user.
 * ADC tokens aren’t bound to an origin, so this check is the only protection.
 */
export class AdcOrigins {
  readonly #deps: AdcOriginsDeps;
  readonly #questions = new SingleFlight<string, boolean>();
  readonly #refused = new Set<string>();

  constructor(deps: AdcOriginsDeps) {
    this.#deps = deps;
  }

  /** Asks in a modal if the origin is new. Asks only once after a refusal, unless `again` is set. */
  async mayGet(origin: string, { again = false } = {}): Promise<boolean> {
    const { state } = this.#deps;
    if (isGoogle(origin) || state.get<readonly string[]>(ALLOWED, []).includes(origin)) return true;
    if (!again && this.#refused.has(origin)) return false;
    return await this.#questions.run(origin, async () => {
      if (await this.#ask(origin)) {
        await state.update(ALLOWED, [...state.get<readonly string[]>(ALLOWED, []), origin]);
        this.#refused.delete(origin);
        return true;
      }
      this.#refused.add(origin);
      return false;
    });
  }

  async #ask(origin: string): Promise<boolean> {
    const { prompts } = this.#deps;
    const host = endpointName(origin);
    const send = l10n.t('Send to {0}', host);
    const answer = await prompts.confirm(
      l10n.t('Send access tokens from your application default credentials to {0}?', host),
      {
        detail: l10n.t(
          'The operator of {0} can act as this account until the token expires.',
          host,
        ),
        actions: [send],
      },
    );
    return answer === send;
  }
}

function isGoogle(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && hostname.endsWith('.googleapis.com');
}
