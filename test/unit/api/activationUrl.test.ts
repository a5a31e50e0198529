import assert from 'node:assert/strict';
import { activationUrl } from '../../../src/api/errors/activationUrl';
import { readDetails } from '../../../src/api/errors/details';

const RPC = 'type.googleapis.com/google.rpc.';
const PAGE =
  'https://console.developers.google.com/apis/api/generativelanguage.googleapis.com/overview?project=1';

function urlFrom(activation: unknown, ...links: readonly string[]): string | undefined {
  return activationUrl(
    readDetails([
      {
        '@type': `${RPC}ErrorInfo`,
        reason: 'SERVICE_DISABLED',
        metadata: { activationUrl: activation },
      },
      { '@type': `${RPC}Help`, links: links.map((url) => ({ description: 'd', url })) },
    ]),
  );
}

describe('where an API is enabled', () => {
  it('is what the metadata say', () => {
    assert.equal(urlFrom(PAGE, 'https://console.cloud.google.com/other'), PAGE);
  });

  it('is what the help links to, where the metadata say nothing', () => {
    assert.equal(urlFrom(undefined, 'https://example.org/', PAGE), PAGE);
  });

  for (const url of [
    '',
    7,
    'http://console.developers.google.com/apis',
    'https://console.developers.google.com.evil.example/apis',
    'https://evil.example/console.cloud.google.com',
    'https://console.cloud.google.com@evil.example/',
    'https://user:pass@console.cloud.google.com/',
    'https://console.cloud.google.com:8443/',
    'javascript:alert(1)//console.cloud.google.com',
  ]) {
    it(`is never ${JSON.stringify(url)}`, () => {
      assert.equal(urlFrom(url), undefined);
    });
  }

  it('is unknown where the error says nothing of it', () => {
    assert.equal(activationUrl(readDetails(undefined)), undefined);
  });
});
