import { callExample, type Example } from './example';

const CORPUS = 'corpora/field-notes-4k2vq8x1m7zd';

export const corporaPermissionsExamples: readonly Example[] = [
  callExample(
    'corpora.permissions.create',
    'v1beta',
    {
      parent: CORPUS,
      body: { granteeType: 'GROUP', emailAddress: 'ringers@example.org', role: 'WRITER' },
    },
    {
      request: `POST /v1beta/${CORPUS}/permissions`,
      answer: `{"name":"${CORPUS}/permissions/107583219404665120938","granteeType":"GROUP","emailAddress":"ringers@example.org","role":"WRITER"}`,
    },
  ),
  callExample(
    'corpora.permissions.delete',
    'v1beta',
    { name: `${CORPUS}/permissions/105318660247719038265` },
    {
      request: `DELETE /v1beta/${CORPUS}/permissions/105318660247719038265`,
      answer: '{}\n',
    },
  ),
  callExample(
    'corpora.permissions.get',
    'v1beta',
    { name: `${CORPUS}/permissions/112400871556093218845` },
    {
      request: `GET /v1beta/${CORPUS}/permissions/112400871556093218845`,
      answer: `{"name":"${CORPUS}/permissions/112400871556093218845","granteeType":"USER","emailAddress":"ida@example.com","role":"READER"}`,
    },
  ),
  callExample(
    'corpora.permissions.list',
    'v1beta',
    { parent: CORPUS, pageToken: 'pérm?#1' },
    {
      request: `GET /v1beta/${CORPUS}/permissions?pageToken=p%C3%A9rm%3F%231`,
      answer: `{"permissions":[{"name":"${CORPUS}/permissions/100000000000000000001","granteeType":"USER","emailAddress":"owner@example.com","role":"OWNER"},{"name":"${CORPUS}/permissions/everyone","granteeType":"EVERYONE","role":"READER"}]}`,
    },
  ),
  callExample(
    'corpora.permissions.patch',
    'v1beta',
    {
      'permission.name': `${CORPUS}/permissions/112400871556093218845`,
      updateMask: 'role',
      body: { role: 'WRITER' },
    },
    {
      request: `PATCH /v1beta/${CORPUS}/permissions/112400871556093218845?updateMask=role`,
      body: `{"name":"${CORPUS}/permissions/112400871556093218845","role":"WRITER"}`,
      answer: `{"name":"${CORPUS}/permissions/112400871556093218845","granteeType":"USER","emailAddress":"ida@example.com","role":"WRITER"}`,
    },
  ),
];
