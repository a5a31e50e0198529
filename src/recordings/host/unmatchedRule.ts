import * as l10n from '@vscode/l10n';
import { isOperationId } from '../../api/operations';
import { AppError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { RecordedRequest } from '../exchange';
import type { MissedRequest } from '../saveExchange';
import { findSecret } from '../secrets';
import { conditionsOfPlain, conditionsOfSpoken } from './ruleConditions';
import { spokenOf } from './modelExchange';

/**
 * Creates a mock for an unmatched request, with conditions like a recording's and a response to fill in.
 * Throws `AppError` if no mock can match, or if the mock would contain a secret.
 */
export function ruleOfMissed(
  { operation, request, credentials }: MissedRequest,
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
  const spoken = spokenOf({ operation, request, answer });
  if (spoken) {
    return {
      when: conditionsOfSpoken(spoken),
      response: { text: l10n.t('Write the response here.') },
    };
  }
  if (isOperationId(operation)) {
    return { when: conditionsOfPlain(operation, request), response: { raw: {} } };
  }
  throw new AppError('noRule', l10n.t('Mocks support only Gemini API methods.'), {
    hint: l10n.t('Record the request instead.'),
  });
}
