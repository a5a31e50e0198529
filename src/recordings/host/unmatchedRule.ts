import * as l10n from '@vscode/l10n';
import { isOperationId } from '../../api/operations';
import { AppError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { RecordedRequest } from '../exchange';
import type { UnmatchedExchange } from '../saveExchange';
import { findSecret } from '../secrets';
import { plainConditions, modelConditions } from './ruleConditions';
import { toModelExchange } from './modelExchange';

/**
 * Creates a mock for an unmatched request, with conditions like a recording's and a response to fill in.
 * Throws `AppError` if no mock can match, or if the mock would contain a secret.
 */
export function createRuleForUnmatched(
  { operation, request, credentials }: UnmatchedExchange,
  { redact }: { readonly redact: (text: string) => string },
): JsonObject {
  const rule = ruleFor(operation, request);
  const text = JSON.stringify(rule);
  const found = findSecret({ text, parts: new Map() }, credentials);
  if (!found && redact(text) === text) return rule;
  const where = found?.where ?? l10n.t('the request');
  throw new AppError('hasSecret', l10n.t('There is a credential in {0}.', where), {
    hint: l10n.t('Nothing was written.'),
  });
}

function ruleFor(operation: string, request: RecordedRequest): JsonObject {
  const answer = { status: 404, headers: {}, body: { kind: 'none' } } as const;
  const spoken = toModelExchange({ operation, request, answer });
  if (spoken) {
    return {
      when: modelConditions(spoken),
      response: { text: l10n.t('Write the response here.') },
    };
  }
  if (isOperationId(operation)) {
    return { when: plainConditions(operation, request), response: { raw: {} } };
  }
  throw new AppError('noRule', l10n.t('Mocks support only Gemini API methods.'), {
    hint: l10n.t('Record the request instead.'),
  });
}
