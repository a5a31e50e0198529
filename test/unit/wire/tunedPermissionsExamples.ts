import { callExample, type Example } from './example';

// How a permission's id looks is not published: it may be anything that a path can carry.
export const tunedPermissionsExamples: readonly Example[] = [
  callExample(
    'tunedModels.permissions.create',
    'v1beta',
    {
      parent: 'tunedModels/sentence-translator-u3b7m',
      body: { granteeType: 'GROUP', emailAddress: 'translators@example.com', role: 'WRITER' },
    },
    {
      request: 'POST /v1beta/tunedModels/sentence-translator-u3b7m/permissions',
      answer:
        '{"name":"tunedModels/sentence-translator-u3b7m/permissions/108643759204","granteeType":"GROUP","emailAddress":"translators@example.com","role":"WRITER"}',
    },
  ),
  callExample(
    'tunedModels.permissions.create',
    'v1beta3',
    {
      parent: 'tunedModels/number-words-7',
      body: { granteeType: 'EVERYONE', role: 'READER' },
    },
    {
      request: 'POST /v1beta3/tunedModels/number-words-7/permissions',
      answer:
        '{\n  "name": "tunedModels/number-words-7/permissions/everyone",\n  "granteeType": "EVERYONE",\n  "role": "READER"\n}\n',
    },
  ),
  callExample(
    'tunedModels.permissions.delete',
    'v1beta',
    { name: 'tunedModels/sentence-translator-u3b7m/permissions/cGVy+bQ==' },
    {
      request: 'DELETE /v1beta/tunedModels/sentence-translator-u3b7m/permissions/cGVy%2BbQ%3D%3D',
      answer: '{}',
    },
  ),
  callExample(
    'tunedModels.permissions.delete',
    'v1beta3',
    { name: 'tunedModels/number-words-7/permissions/everyone' },
    {
      request: 'DELETE /v1beta3/tunedModels/number-words-7/permissions/everyone',
      answer: '{}\n',
    },
  ),
  callExample(
    'tunedModels.permissions.get',
    'v1beta',
    { name: 'tunedModels/sentence-translator-u3b7m/permissions/me-vtEhJ6wA_~' },
    {
      request: 'GET /v1beta/tunedModels/sentence-translator-u3b7m/permissions/me-vtEhJ6wA_~',
      answer:
        '{"name":"tunedModels/sentence-translator-u3b7m/permissions/me-vtEhJ6wA_~","granteeType":"USER","emailAddress":"ada+tuning@example.com","role":"OWNER"}',
    },
  ),
  callExample(
    'tunedModels.permissions.get',
    'v1beta3',
    { name: 'tunedModels/number-words-7/permissions/user:bob@example.com' },
    {
      request: 'GET /v1beta3/tunedModels/number-words-7/permissions/user%3Abob%40example.com',
      answer:
        '{"name":"tunedModels/number-words-7/permissions/user:bob@example.com","granteeType":"USER","emailAddress":"bob@example.com","role":"READER"}',
    },
  ),
  callExample(
    'tunedModels.permissions.list',
    'v1beta',
    { parent: 'tunedModels/sentence-translator-u3b7m', pageSize: 2, pageToken: 'p+1/2==&x' },
    {
      request:
        'GET /v1beta/tunedModels/sentence-translator-u3b7m/permissions?pageSize=2&pageToken=p%2B1%2F2%3D%3D%26x',
      answer:
        '{"permissions":[{"name":"tunedModels/sentence-translator-u3b7m/permissions/108643759204","granteeType":"GROUP","emailAddress":"translators@example.com","role":"WRITER"},{"name":"tunedModels/sentence-translator-u3b7m/permissions/everyone","granteeType":"EVERYONE","role":"READER"}],"nextPageToken":"p+2/2=="}',
    },
  ),
  callExample(
    'tunedModels.permissions.list',
    'v1beta3',
    { parent: 'tunedModels/number-words-7' },
    { request: 'GET /v1beta3/tunedModels/number-words-7/permissions', answer: '{}' },
  ),
  callExample(
    'tunedModels.permissions.patch',
    'v1beta',
    {
      'permission.name': 'tunedModels/sentence-translator-u3b7m/permissions/108643759204',
      updateMask: 'role',
      body: { role: 'READER' },
    },
    {
      request:
        'PATCH /v1beta/tunedModels/sentence-translator-u3b7m/permissions/108643759204?updateMask=role',
      body: '{"name":"tunedModels/sentence-translator-u3b7m/permissions/108643759204","role":"READER"}',
      answer:
        '{"name":"tunedModels/sentence-translator-u3b7m/permissions/108643759204","granteeType":"GROUP","emailAddress":"translators@example.com","role":"READER"}',
    },
  ),
  callExample(
    'tunedModels.permissions.patch',
    'v1beta3',
    {
      'permission.name': 'tunedModels/number-words-7/permissions/user bob',
      updateMask: 'role',
      body: { role: 'WRITER' },
    },
    {
      request: 'PATCH /v1beta3/tunedModels/number-words-7/permissions/user%20bob?updateMask=role',
      body: '{"name":"tunedModels/number-words-7/permissions/user bob","role":"WRITER"}',
      answer:
        '{"name":"tunedModels/number-words-7/permissions/user bob","granteeType":"USER","emailAddress":"bob@example.com","role":"WRITER"}',
    },
  ),
];
