import assert from 'node:assert/strict';
import { toRemembered } from '../../../src/terminals/rememberedFolders';

const PATH = '/projects/app/.genlang/recordings/main';
const at = { recordings: '.genlang/recordings/main', path: PATH };
const LIVE = 'https://generativelanguage.googleapis.com';
const generate = { mode: 'generate', recordings: at.recordings } as const;

describe('a folder that is remembered for its next window', () => {
  it('comes back with the recordings that answered', () => {
    assert.deepEqual(toRemembered(undefined), {
      choice: { mode: 'generate' },
      wasRecording: false,
    });
    for (const mode of ['replay', 'auto'] as const) {
      assert.deepEqual(toRemembered({ ...at, mode, startsOver: true, asks: undefined }), {
        choice: { mode, recordings: at.recordings, startsOver: true },
        wasRecording: false,
      });
    }
  });

  it('never comes back recording, not where a build server held that back either', () => {
    for (const mode of ['record', 'record-missing', 'auto'] as const) {
      for (const asks of [LIVE, undefined]) {
        assert.deepEqual(toRemembered({ ...at, mode, upstream: LIVE, asks }), {
          choice: generate,
          wasRecording: true,
        });
      }
    }
    // The live service is asked where no other one is named.
    assert.equal(toRemembered({ ...at, mode: 'record', asks: undefined }).choice.mode, 'generate');
  });
});
