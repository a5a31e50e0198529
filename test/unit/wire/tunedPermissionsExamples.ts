import { callExamples, type Example } from './example';

const MODEL = 'tunedModels/sentence-translator-u3b7m';

// How a permission's id looks is not published: it may be anything that a path can carry.
export const tunedPermissionsExamples: readonly Example[] = [
  ...callExamples(
    'tunedModels.permissions.create',
    ['v1beta', 'v1beta3'],
    {
      parent: MODEL,
      body: { granteeType: 'GROUP', emailAddress: 'translators@example.com', role: 'WRITER' },
    },
    `POST /v1beta/${MODEL}/permissions`,
    `{"name":"${MODEL}/permissions/108643759204","granteeType":"GROUP","emailAddress":"translators@example.com","role":"WRITER"}`,
  ),
  ...callExamples(
    'tunedModels.permissions.delete',
    ['v1beta', 'v1beta3'],
    { name: `${MODEL}/permissions/cGVy+bQ==` },
    `DELETE /v1beta/${MODEL}/permissions/cGVy%2BbQ%3D%3D`,
    '{}',
  ),
  ...callExamples(
    'tunedModels.permissions.get',
    ['v1beta', 'v1beta3'],
    { name: `${MODEL}/permissions/me-vtEhJ6wA_~` },
    `GET /v1beta/${MODEL}/permissions/me-vtEhJ6wA_~`,
    `{"name":"${MODEL}/permissions/me-vtEhJ6wA_~","granteeType":"USER","emailAddress":"ada+tuning@example.com","role":"OWNER"}`,
  ),
  ...callExamples(
    'tunedModels.permissions.list',
    ['v1beta', 'v1beta3'],
    { parent: MODEL, pageSize: 2, pageToken: 'p+1/2==&x' },
    `GET /v1beta/${MODEL}/permissions?pageSize=2&pageToken=p%2B1%2F2%3D%3D%26x`,
    `{"permissions":[{"name":"${MODEL}/permissions/108643759204","granteeType":"GROUP","emailAddress":"translators@example.com","role":"WRITER"},{"name":"${MODEL}/permissions/everyone","granteeType":"EVERYONE","role":"READER"}],"nextPageToken":"p+2/2=="}`,
  ),
  ...callExamples(
    'tunedModels.permissions.patch',
    ['v1beta', 'v1beta3'],
    {
      'permission.name': `${MODEL}/permissions/108643759204`,
      updateMask: 'role',
      body: { role: 'READER' },
    },
    `PATCH /v1beta/${MODEL}/permissions/108643759204?updateMask=role`,
    `{"name":"${MODEL}/permissions/108643759204","granteeType":"GROUP","emailAddress":"translators@example.com","role":"READER"}`,
    { body: `{"name":"${MODEL}/permissions/108643759204","role":"READER"}` },
  ),
];
