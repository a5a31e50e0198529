import assert from 'node:assert/strict';
import { confirmHost, type Terminal } from '../../../src/cli/hostAccess';
import { readArguments } from '../../../src/emulator/commandLine';

describe('--host', () => {
  /** A terminal where somebody types an answer. */
  function typing(answer: string): Terminal & { readonly asked: readonly string[] } {
    const asked: string[] = [];
    const ask = (question: string): Promise<string> => {
      asked.push(question);
      return Promise.resolve(answer);
    };
    return { isThere: true, ask, asked };
  }

  const agree = (argv: readonly string[], terminal: Terminal): Promise<void> =>
    confirmHost(readArguments(argv), terminal);

  it('is asked about where it lets others in, and nothing starts without a yes', async () => {
    const yes = typing(' Yes\n');
    await agree(['--host', '0.0.0.0'], yes);
    assert.match(yes.asked.join(), /--host 0\.0\.0\.0 lets other machines use the emulator/);
    for (const answer of ['', 'n', 'yesterday']) {
      const refused = agree(['--host', '192.168.1.5'], typing(answer));
      await assert.rejects(refused, { reason: 'badOption', message: 'Not started.' });
    }
  });

  it('is no question for this machine alone, nor where --yes has said it', async () => {
    const nobody = typing('n');
    for (const host of ['127.0.0.1', 'localhost', '::1']) await agree(['--host', host], nobody);
    await agree(['--host=0.0.0.0', '--yes'], nobody);
    await agree([], nobody);
    assert.deepEqual(nobody.asked, []);
  });
});
