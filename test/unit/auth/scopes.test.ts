import assert from 'node:assert/strict';
import { CLOUD_PLATFORM, SCOPE_PREFIX } from '../../../src/api/operations/row';
import {
  DEFAULT_SCOPES,
  FALLBACK_SCOPES,
  type KnownScopes,
  scopesToAsk,
  scopeToWish,
} from '../../../src/auth/oauthClient';

const TUNING = `${SCOPE_PREFIX}.tuning`;
const RETRIEVER = `${SCOPE_PREFIX}.retriever`;
const nothing: KnownScopes = { remembered: undefined, asked: [], granted: [] };

describe('scopes to ask for', () => {
  it('are the default, or what worked, with what is wished', () => {
    assert.deepEqual(scopesToAsk(nothing, []), DEFAULT_SCOPES);
    assert.deepEqual(scopesToAsk(nothing, [RETRIEVER, TUNING]), [...DEFAULT_SCOPES, RETRIEVER]);
    const remembered = { ...nothing, remembered: FALLBACK_SCOPES };
    assert.deepEqual(scopesToAsk(remembered, [RETRIEVER]), FALLBACK_SCOPES);
  });

  it('are never fewer than what was granted when it was asked for', () => {
    const known = {
      remembered: FALLBACK_SCOPES,
      asked: [CLOUD_PLATFORM, `${SCOPE_PREFIX}.retriever.readonly`],
      // The server added one of an earlier sign-in.
      granted: [CLOUD_PLATFORM, `${SCOPE_PREFIX}.retriever.readonly`, TUNING],
    };
    const asked = [...FALLBACK_SCOPES, `${SCOPE_PREFIX}.retriever.readonly`];
    assert.deepEqual(scopesToAsk(known, []), asked);
  });

  it('grow by the narrowest that an operation can do with', () => {
    const retriever = [`${RETRIEVER}.readonly`, RETRIEVER, CLOUD_PLATFORM];
    assert.deepEqual(scopeToWish(nothing, retriever), [RETRIEVER]);
    const readOnly = [`${RETRIEVER}.readonly`, CLOUD_PLATFORM];
    assert.deepEqual(scopeToWish(nothing, readOnly), [`${RETRIEVER}.readonly`]);
  });
});
