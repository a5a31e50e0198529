import { callExample, type Example } from './example';

const CORPUS = 'corpora/field-notes-4k2vq8x1m7zd';

export const corporaPermissionsExamples: readonly Example[] = [
  callExample(
    'corpora.permissions.create',
    {
      parent: CORPUS,
      body: { granteeType: 'GROUP', emailAddress: 'ringers@example.org', role: 'WRITER' },
    },
    `POST /v1beta/${CORPUS}/permissions`,
    `{"name":"${CORPUS}/permissions/107583219404665120938","granteeType":"GROUP","emailAddress":"ringers@example.org","role":"WRITER"}`,
  ),
  callExample(
    'corpora.permissions.delete',
    { name: `${CORPUS}/permissions/105318660247719038265` },
    `DELETE /v1beta/${CORPUS}/permissions/105318660247719038265`,
    '{}\n',
  ),
  callExample(
    'corpora.permissions.get',
    { name: `${CORPUS}/permissions/112400871556093218845` },
    `GET /v1beta/${CORPUS}/permissions/112400871556093218845`,
    `{"name":"${CORPUS}/permissions/112400871556093218845","granteeType":"USER","emailAddress":"ida@example.com","role":"READER"}`,
  ),
  callExample(
    'corpora.permissions.list',
    { parent: CORPUS, pageToken: 'pérm?#1' },
    `GET /v1beta/${CORPUS}/permissions?pageToken=p%C3%A9rm%3F%231`,
    `{"permissions":[{"name":"${CORPUS}/permissions/100000000000000000001","granteeType":"USER","emailAddress":"owner@example.com","role":"OWNER"},{"name":"${CORPUS}/permissions/everyone","granteeType":"EVERYONE","role":"READER"}]}`,
  ),
  callExample(
    'corpora.permissions.patch',
    {
      'permission.name': `${CORPUS}/permissions/112400871556093218845`,
      updateMask: 'role',
      body: { role: 'WRITER' },
    },
    `PATCH /v1beta/${CORPUS}/permissions/112400871556093218845?updateMask=role`,
    `{"name":"${CORPUS}/permissions/112400871556093218845","granteeType":"USER","emailAddress":"ida@example.com","role":"WRITER"}`,
    { body: `{"name":"${CORPUS}/permissions/112400871556093218845","role":"WRITER"}` },
  ),
];
