import { inBoth, type Example } from './example';

export const environmentsExamples: readonly Example[] = [
  ...inBoth(
    'environments.create',
    {
      body: {
        sources: [{ type: 'inline', content: 'High water at six.', target: 'notes/tide.txt' }],
        network: 'disabled',
      },
    },
    'POST /v1beta/environments',
    '{"id":"e8k2w5x1q9zd","status":"active","created":"2026-11-20T08:00:00.125Z","updated":"2026-11-20T08:00:00.125Z","last_accessed":"2026-11-20T08:00:00.125Z","file_count":"1","size_bytes":"18","sources":[{"type":"inline","content":"High water at six.","target":"notes/tide.txt"}],"network":"disabled"}',
  ),
  ...inBoth(
    'environments.get',
    { name: 'environments/e8k2w5x1q9zd' },
    'GET /v1beta/environments/e8k2w5x1q9zd',
    '{"id":"e8k2w5x1q9zd","status":"active","created":"2026-11-20T08:00:00.125Z","updated":"2026-11-20T08:00:00.125Z","last_accessed":"2026-11-20T08:00:00.125Z","file_count":"1","size_bytes":"18","sources":[{"type":"inline","content":"High water at six.","target":"notes/tide.txt"}],"network":"disabled"}',
  ),
  ...inBoth(
    'environments.list',
    { page_size: 1000 },
    'GET /v1beta/environments?page_size=1000',
    '{"environments":[{"id":"e8k2w5x1q9zd","status":"active","created":"2026-11-20T08:00:00.125Z","updated":"2026-11-20T08:00:00.125Z","last_accessed":"2026-11-20T08:00:00.125Z","file_count":"1","size_bytes":"18","sources":[{"type":"inline","content":"High water at six.","target":"notes/tide.txt"}],"network":"disabled"}],"next_page_token":"CgQ="}',
  ),
  ...inBoth(
    'environments.delete',
    { name: 'environments/e8k2w5x1q9zd' },
    'DELETE /v1beta/environments/e8k2w5x1q9zd',
    '{}',
  ),
  // The folder that all others are in has no name of its own.
  ...inBoth(
    'environments.files.list',
    { name: 'environments/e8k2w5x1q9zd/files/', recursive: true },
    'GET /v1beta/environments/e8k2w5x1q9zd/files/?recursive=true',
    '{"files":[{"name":"notes","path":"notes","type":"directory","created":"2026-11-20T08:00:00.125Z","modified":"2026-11-20T09:30:00Z"},{"name":"tide.txt","path":"notes/tide.txt","type":"file","mime_type":"text/plain","size_bytes":"18","created":"2026-11-20T08:00:00.125Z","modified":"2026-11-20T09:30:00Z"}]}',
  ),
  // The answer is the file itself.
  ...inBoth(
    'environments.files.download',
    { name: 'environments/e8k2w5x1q9zd/files/notes/gauge.json', alt: 'media' },
    'GET /v1beta/environments/e8k2w5x1q9zd/files/notes/gauge.json?alt=media',
    '{}',
  ),
  ...inBoth(
    'environments.files.upload',
    {
      name: 'environments/e8k2w5x1q9zd/files/charts/Böötchen.txt',
      overwrite: true,
      media: { contentType: 'text/plain', data: Buffer.from('Zwölf Boote.') },
    },
    'PUT /upload/v1beta/environments/e8k2w5x1q9zd/files/charts/B%C3%B6%C3%B6tchen.txt?overwrite=true',
    '{"files":[{"name":"Böötchen.txt","path":"charts/Böötchen.txt","type":"file","mime_type":"text/plain","size_bytes":"13"}]}',
    { bytes: { contentType: 'text/plain', data: Buffer.from('Zwölf Boote.') } },
  ),
];
