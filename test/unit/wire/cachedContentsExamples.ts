import { inBoth, type Example } from './example';

/** Long enough for the service to cache it, and short enough to be read. */
const TIDES = 'The tide comes, and the tide goes. '.repeat(180);

export const cachedContentsExamples: readonly Example[] = [
  ...inBoth(
    'cachedContents.create',
    {
      body: {
        model: 'models/emulator-flash',
        displayName: 'Gezeiten',
        systemInstruction: { parts: [{ text: 'Answer in one line.' }] },
        contents: [{ role: 'user', parts: [{ text: TIDES }] }],
        ttl: '300s',
      },
    },
    'POST /v1beta/cachedContents',
    '{"name":"cachedContents/q8d3v6x0b2lt","model":"models/emulator-flash","displayName":"Gezeiten","createTime":"2026-03-01T10:00:00.104217Z","updateTime":"2026-03-01T10:00:00.104217Z","expireTime":"2026-03-01T10:05:00.018203Z","usageMetadata":{"totalTokenCount":1626}}',
    {
      body: `{"model":"models/emulator-flash","displayName":"Gezeiten","systemInstruction":{"parts":[{"text":"Answer in one line."}]},"contents":[{"role":"user","parts":[{"text":"${TIDES}"}]}],"ttl":"300s"}`,
    },
  ),
  ...inBoth(
    'cachedContents.get',
    { name: 'cachedContents/n5r2w8y1k4mj' },
    'GET /v1beta/cachedContents/n5r2w8y1k4mj',
    '{"name":"cachedContents/n5r2w8y1k4mj","model":"models/gemini-3.5-flash","createTime":"2026-03-01T10:00:00Z","updateTime":"2026-03-01T11:30:00.5Z","expireTime":"2026-03-02T10:00:00Z","usageMetadata":{"totalTokenCount":4096}}',
  ),
  ...inBoth(
    'cachedContents.list',
    { pageSize: 1000 },
    'GET /v1beta/cachedContents?pageSize=1000',
    '{"cachedContents":[{"name":"cachedContents/n5r2w8y1k4mj","model":"models/gemini-3.5-flash","expireTime":"2026-03-02T10:00:00Z"}],"nextPageToken":"CgQ="}',
  ),
  ...inBoth(
    'cachedContents.patch',
    {
      'cachedContent.name': 'cachedContents/n5r2w8y1k4mj',
      updateMask: 'ttl',
      body: { ttl: '7200s' },
    },
    'PATCH /v1beta/cachedContents/n5r2w8y1k4mj?updateMask=ttl',
    '{"name":"cachedContents/n5r2w8y1k4mj","model":"models/gemini-3.5-flash","expireTime":"2026-03-02T12:00:00Z"}',
  ),
  ...inBoth(
    'cachedContents.delete',
    { name: 'cachedContents/n5r2w8y1k4mj' },
    'DELETE /v1beta/cachedContents/n5r2w8y1k4mj',
    '{}\n',
  ),
];
