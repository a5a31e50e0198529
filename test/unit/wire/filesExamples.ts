import { callExample, inBoth, type Example } from './example';

// The beginning of a PNG, then what a reader of parts may stumble over: no UTF-8, NUL, dashes, line ends.
const PICTURE = Buffer.from('89504e470d0a1a0a00ff2d2d0d0a', 'hex');

export const filesExamples: readonly Example[] = [
  ...inBoth(
    'files.delete',
    { name: 'files/o2v7h1p9x4dq' },
    'DELETE /v1beta/files/o2v7h1p9x4dq',
    '{}\n',
  ),
  ...inBoth(
    'files.get',
    { name: 'files/b6n3y8t0k5we' },
    'GET /v1beta/files/b6n3y8t0k5we',
    '{"name":"files/b6n3y8t0k5we","displayName":"Fähre.mp4","mimeType":"video/mp4","sizeBytes":"4893221","createTime":"2025-06-24T14:05:36.280171Z","updateTime":"2025-06-24T14:05:38.411906Z","expirationTime":"2025-06-26T14:05:36.222843907Z","sha256Hash":"Njc5MDVhZDNjYzJkZDUyYjFmNWY2YTZkMjgxNGRlMDM5NjYxOGIyOWI0MjM4YjlhZjUyMDdhZWI2OTkzNmU2ZA==","uri":"https://generativelanguage.googleapis.com/v1beta/files/b6n3y8t0k5we","state":"ACTIVE","source":"UPLOADED","videoMetadata":{"videoDuration":"2s"}}',
  ),
  ...inBoth(
    'files.list',
    { pageSize: 100, pageToken: 'ab%2B/==' },
    'GET /v1beta/files?pageSize=100&pageToken=ab%252B%2F%3D%3D',
    '{"files":[{"name":"files/r4z9c2m6f8ju","mimeType":"video/webm","sizeBytes":"2147483648","createTime":"2025-06-24T15:00:00.000417Z","updateTime":"2025-06-24T15:00:00.000417Z","expirationTime":"2025-06-26T14:59:59.957310055Z","uri":"https://generativelanguage.googleapis.com/v1beta/files/r4z9c2m6f8ju","state":"PROCESSING","source":"UPLOADED"},{"name":"files/broken","mimeType":"video/mp4","sizeBytes":"5","state":"FAILED","source":"UPLOADED","error":{"code":3,"message":"The video can\'t be decoded."}}],"nextPageToken":"ab%2C/=="}',
  ),
  callExample(
    'files.create',
    { body: { file: { displayName: 'Nothing yet' } } },
    'POST /v1beta/files',
    '{"file":{"name":"files/e8s1l5g3a7xi","displayName":"Nothing yet","createTime":"2025-06-24T15:10:22.904662Z","updateTime":"2025-06-24T15:10:22.904662Z","expirationTime":"2025-06-26T15:10:22.861150438Z","uri":"https://generativelanguage.googleapis.com/v1beta/files/e8s1l5g3a7xi"}}',
  ),
  ...inBoth(
    'media.upload',
    {
      body: { file: { name: 'files/knot-42', displayName: 'Knutt №42.png' } },
      media: { contentType: 'image/png', data: PICTURE },
    },
    'POST /upload/v1beta/files',
    '{"file":{"name":"files/knot-42","displayName":"Knutt №42.png","mimeType":"image/png","sizeBytes":"14","createTime":"2025-06-24T15:12:07.335219Z","updateTime":"2025-06-24T15:12:07.335219Z","expirationTime":"2025-06-26T15:12:07.298446701Z","sha256Hash":"NDk4ZTZkYmVkOTc5ZjZmMWM5NzVhYzIwM2IyZTMyMzMyYTI5MDA4ZTFiMWIzNTQxMjQzMzE3YTJjZGY1Y2Y3ZA==","uri":"https://generativelanguage.googleapis.com/v1beta/files/knot-42","state":"ACTIVE","source":"UPLOADED"}}',
    {
      parts: [
        {
          head: 'Content-Type: application/json; charset=utf-8',
          bytes: Buffer.from('{"file":{"name":"files/knot-42","displayName":"Knutt №42.png"}}'),
        },
        {
          head: 'Content-Type: image/png',
          bytes: Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10, 0, 255, 45, 45, 13, 10),
        },
      ],
    },
  ),
];
