import { credentialProblem } from '../api/headerValue';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { L10n } from '../platform/l10n';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { CheckKey } from '../service/checkKey';

export interface AskForKeyParts {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly l10n: L10n;
  readonly check: CheckKey;
}

/** Until a key works, or the user wants it anyway, or gives up. What was typed is there again each time. */
export async function askForWorkingKey(
  { prompts, progress, l10n, check }: AskForKeyParts,
  endpoint: string,
): Promise<string | undefined> {
  const { host } = new URL(endpoint);
  const problemOf = (value: string): string | undefined => {
    const problem = credentialProblem(value);
    return problem && l10n.t('This API key can’t be used: {0}.', problem);
  };
  let typed = '';
  for (;;) {
    const key = await prompts.input({
      title: l10n.t('Add API Key'),
      prompt: l10n.t('API key for {0}. It is kept in the secret storage of VS Code.', host),
      password: true,
      value: typed,
      validate: problemOf,
    });
    if (key === undefined) return undefined;
    typed = key;
    const problem = problemOf(key);
    if (problem !== undefined) {
      await prompts.notify('error', problem);
      continue;
    }
    try {
      await progress(l10n.t('Checking the API key…'), (signal) => check(endpoint, key, signal));
      return key;
    } catch (error) {
      if (CancelledError.is(error)) continue;
      const [correct, keep] = [l10n.t('Correct the Key'), l10n.t('Save Anyway')];
      const hint = error instanceof AppError ? (error.hint ?? '') : '';
      const answer = await prompts.confirm(
        l10n.t('The API key could not be checked: {0}', errorMessage(error)),
        { detail: hint, actions: [correct, keep] },
      );
      if (answer === undefined) return undefined;
      if (answer === keep) return key;
    }
  }
}
