import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { JsonObject } from '../../../../src/api/schema/row';
import { Asking, assertAddsUp, usageOf, user } from '../asking';
import { ask, events, type Generated, textOf, useEmulator } from '../wire';

type Candidate = Message<'Candidate'>;

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

  it('counts the parts before the text, and shows how to search on', async () => {
    const tools = [{ googleSearch: {} }, { codeExecution: {} }];
    const { content, groundingMetadata } = await asking.candidate('Calculate 2 + 2', { tools });
    assert.equal(groundingMetadata?.groundingSupports?.[0]?.segment?.partIndex, 2);
    assert.equal(typeof content?.parts?.[2]?.text, 'string');
    assert.match(groundingMetadata.searchEntryPoint?.renderedContent ?? '', /^<style>.*<a class/);
    assert.equal(groundingMetadata.webSearchQueries?.length, 2);
    const maps = await asking.candidate('Cafés', {
      tools: [{ googleMaps: { enableWidget: true } }],
    });
    const { googleMapsWidgetContextToken, groundingChunks } = maps.groundingMetadata ?? {};
    assert.match(googleMapsWidgetContextToken ?? '', /^widgetcontent\//);
    assert.match(groundingChunks?.[0]?.maps?.placeId ?? '', /^places\//);
  });

  it('reads the addresses of the prompt', async () => {
    const urls = ['https://a.example/ok', 'http://b.example/paywall/1', 'https://c.example/404'];
    const text = `Compare ${urls.join(', ')} and (https://d.example/malware). Not ftp://x.`;
    const read = await asking.answer(text, { tools: [{ urlContext: {} }] });
    const { urlContextMetadata } = read.candidates?.[0] as Candidate;
    assert.deepEqual(urlContextMetadata?.urlMetadata, [
      { retrievedUrl: urls[0], urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
      { retrievedUrl: urls[1], urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_PAYWALL' },
      { retrievedUrl: urls[2], urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' },
      {
        retrievedUrl: 'https://d.example/malware',
        urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_UNSAFE',
      },
    ]);
    assert.equal(usageOf(read).toolUsePromptTokenCount, 300);
    assertAddsUp(usageOf(read));
    const asked = await asking.candidate('[[url:UNSAFE]] https://fine.example/');
    assert.deepEqual(asked.urlContextMetadata?.urlMetadata, [
      {
        retrievedUrl: 'https://fine.example/',
        urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_UNSAFE',
      },
    ]);
    assert.equal((await asking.candidate(text)).urlContextMetadata, undefined);
  });

  it('cites by bytes, also where it stops for that', async () => {
    const { content, citationMetadata } = await asking.candidate('“Ängste” 漢字 [[cite]]');
    const bytes = Buffer.from(content?.parts?.[0]?.text ?? '');
    const [first, second] = citationMetadata?.citationSources ?? [];
    assert.match(bytes.subarray(0, first?.endIndex).toString(), /^You[^:]*: ““Ängste” 漢字”$/);
    assert.match(
      bytes.subarray(second?.startIndex, second?.endIndex).toString(),
      /without a model/,
    );
    assert.equal(first && 'startIndex' in first, false);
    const path = '/v1beta/models/emulator-flash:streamGenerateContent?alt=sse';
    const body = { contents: [user('漢字 [[recitation]]')] };
    const all = events((await ask(emulator(), path, { body })).text) as readonly Generated[];
    const said = Buffer.from(all.map(textOf).join(''));
    const recited = all.at(-1)?.candidates?.[0] as Candidate;
    for (const source of recited.citationMetadata?.citationSources ?? []) {
      assert.ok((source.endIndex ?? 0) <= said.length);
    }
    assert.ok(recited.citationMetadata?.citationSources?.length);
  });
});

function fileSearch(): JsonObject {
  return { fileSearch: { retrievalResources: [{ ragStoreName: 'fileSearchStores/notes' }] } };
}
