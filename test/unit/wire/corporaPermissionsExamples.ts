import { callExample, type Example } from './example';

export const corporaPermissionsExamples: readonly Example[] = [
  callExample(
    'corpora.permissions.create',
    'v1beta',
    {
      parent: 'corpora/field-notes-4k2vq8x1m7zd',
      body: { granteeType: 'GROUP', emailAddress: 'ringers@example.org', role: 'WRITER' },
    },
    {
      request: 'POST /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions',
      answer: `{
  "name": "corpora/field-notes-4k2vq8x1m7zd/permissions/107583219404665120938",
  "granteeType": "GROUP",
  "emailAddress": "ringers@example.org",
  "role": "WRITER"
}
`,
    },
  ),
  callExample(
    'corpora.permissions.delete',
    'v1beta',
    { name: 'corpora/field-notes-4k2vq8x1m7zd/permissions/105318660247719038265' },
    {
      request: 'DELETE /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions/105318660247719038265',
      answer: '{}\n',
    },
  ),
  callExample(
    'corpora.permissions.get',
    'v1beta',
    { name: 'corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845' },
    {
      request: 'GET /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845',
      answer:
        '{"name":"corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845","granteeType":"USER","emailAddress":"ida@example.com","role":"READER"}',
    },
  ),
  callExample(
    'corpora.permissions.list',
    'v1beta',
    { parent: 'corpora/field-notes-4k2vq8x1m7zd', pageToken: 'pérm?#1' },
    {
      request:
        'GET /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions?pageToken=p%C3%A9rm%3F%231',
      answer:
        '{"permissions":[{"name":"corpora/field-notes-4k2vq8x1m7zd/permissions/100000000000000000001","granteeType":"USER","emailAddress":"owner@example.com","role":"OWNER"},{"name":"corpora/field-notes-4k2vq8x1m7zd/permissions/everyone","granteeType":"EVERYONE","role":"READER"}]}',
    },
  ),
  callExample(
    'corpora.permissions.patch',
    'v1beta',
    {
      'permission.name': 'corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845',
      updateMask: 'role',
      body: { role: 'WRITER' },
    },
    {
      request:
        'PATCH /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845?updateMask=role',
      body: '{"name":"corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845","role":"WRITER"}',
      answer:
        '{"name":"corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845","granteeType":"USER","emailAddress":"ida@example.com","role":"WRITER"}',
    },
  ),
];
