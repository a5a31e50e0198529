import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { Asking } from '../asking';
import { useEmulator } from '../wire';

const NON_ASCII = /[^\p{ASCII}]/u;

describe('emulator: grounding and citations', () => {
  const emulator = useEmulator();
  const asking = new Asking(emulator);
  const grounds: readonly (readonly [string, JsonObject, string])[] = [
    ['Who was 漢 and Grüße?', { tools: [{ googleSearch: {} }] }, 'web'],
    ['Cafés “near” me', { tools: [{ googleMaps: { enableWidget: true } }] }, 'maps'],
    ['What do my files say?', { tools: [fileSearch()] }, 'retrievedContext'],
    ['Hi [[ground]]', {}, 'web'],
    ['Hi [[ground:maps]]', {}, 'maps'],
    ['Hi [[ground:files]]', {}, 'retrievedContext'],
  ];
  for (const [prompt, extra, kind] of grounds) {
    it(`has bytes of the text that it supports: ${prompt}`, async () => {
      const { content, groundingMetadata = {} } = await asking.candidate(prompt, extra);
      const bytes = Buffer.from(content?.parts?.[0]?.text ?? '');
      const { groundingSupports = [], groundingChunks = [] } = groundingMetadata;
      assert.ok(groundingChunks.length > 0);
      for (const chunk of groundingChunks) assert.deepEqual(Object.keys(chunk), [kind]);
      assert.ok(groundingSupports.some(({ segment }) => NON_ASCII.test(segment?.text ?? '')));
      for (const { segment = {}, groundingChunkIndices = [], ...rest } of groundingSupports) {
        const { startIndex = 0, endIndex = 0, text } = segment;
        assert.equal(bytes.subarray(startIndex, endIndex).toString(), text);
        assert.equal(rest.confidenceScores?.length, groundingChunkIndices.length);
        for (const index of groundingChunkIndices) assert.ok(groundingChunks[index]);
      }
    });
  }
});

function fileSearch(): JsonObject {
  return { fileSearch: { retrievalResources: [{ ragStoreName: 'fileSearchStores/notes' }] } };
}
