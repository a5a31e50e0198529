import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { Badge, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { Facts, lastId, wordsOf } from './facts';

const ROLES: { readonly [role: string]: Text } = {
  OWNER: text('owner'),
  WRITER: text('writer'),
  READER: text('reader'),
};

const ICONS: { readonly [granteeType: string]: string } = {
  USER: 'person',
  GROUP: 'organization',
  EVERYONE: 'globe',
};

const EVERYONE_BADGE: Badge = {
  text: 'E',
  spoken: text('shared with everyone'),
  label: text('Access'),
};

function isEveryone(resource: JsonObject): boolean {
  return textAt(resource, 'granteeType') === 'EVERYONE';
}

function isOwner(resource: JsonObject): boolean {
  return textAt(resource, 'role') === 'OWNER';
}

function roleOf(resource: JsonObject): Text | undefined {
  return wordsOf(ROLES, textAt(resource, 'role'));
}

function permissionOf(parents: string) {
  return {
    pattern: `${parents}/permissions/*`,
    message: 'Permission',
    icon: 'person',
    noun: text('permission'),
    nouns: text('permissions'),
    title: text('Permissions'),
    empty: text('There are no permissions.'),
    purpose: text('with people or groups'),
    label: (resource) =>
      isEveryone(resource)
        ? 'Everyone'
        : textAt(resource, 'emailAddress').trim() || lastId(resource),
    description: roleOf,
    spoken: roleOf,
    tooltip: (resource) =>
      new Facts()
        .add('Name', resource.name)
        .add('Grantee', resource.granteeType)
        .add('Email', resource.emailAddress)
        .tell('Role', roleOf(resource)).rows,
    icons: (resource) => wordsOf(ICONS, textAt(resource, 'granteeType')),
    badge: (resource) => (isEveryone(resource) ? EVERYONE_BADGE : undefined),
    state: roleOf,
    verbs: { changeRole: (resource) => !isOwner(resource) },
    collectionVerbs: ['share'],
    refusesDelete: isOwner,
    refused: {
      reason: text('An owner can’t be deleted.'),
      help: text('You can transfer a tuned model to another owner, but not a corpus.'),
    },
    restored: text('not its name'),
  } as const satisfies KindRow;
}

export const corpusPermission = permissionOf('corpora/*');
export const tunedModelPermission = permissionOf('tunedModels/*');
