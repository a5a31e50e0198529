import assert from 'node:assert/strict';
import { curlCommand } from '../../../src/service/curl';
import { programRequest } from '../../../src/service/programRequest';
import { program } from '../traffic/programs';

const curlOf = (change: Parameters<typeof program>[0]): string | undefined => {
  const asked = programRequest(program(change));
  return asked && curlCommand(asked.request, asked.target, (text) => text).text;
};

describe('requests of programs, to be sent again', () => {
  it('go to the session of the emulator, with the key in a variable', () => {
    const target = '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse&key=REDACTED';
    assert.equal(
      curlOf({ target, operation: 'models.streamGenerateContent' }),
      [
        'curl -N',
        '-X POST',
        "'http://127.0.0.1:4000/s/abc/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse'",
        '-H "x-goog-api-key: $GEMINI_API_KEY"',
        "-H 'content-type: application/json'",
        `--data-binary '{"contents":[{"parts":[{"text":"What is a kite?"}]}]}'\n`,
      ].join(' \\\n  '),
    );
  });
});
