import type { ResourceRef } from '../../catalog/ref';
import type { Flow, Room } from '../room';
import { askForEmail } from './askForEmail';
import { askForRole } from './askForRole';
import { chooseShared } from './chooseShared';
import { confirmEveryone } from './confirmEveryone';
import { grantAccess, type Grant } from './grantAccess';
import { labelOf } from './labelOf';

/** Gives a user, a group or everyone access to a corpus or a tuned model. */
export const share: Flow = async (room, targets) => {
  const resource = await chooseShared(room, targets[0]);
  const grant = resource && (await askForGrant(room, resource));
  if (!grant) return;
  await grantAccess(room, resource, grant);
};

async function askForGrant(room: Room, resource: ResourceRef): Promise<Grant | undefined> {
  const { l10n } = room;
  const title = l10n.t('Share “{0}”', labelOf(room, resource));
  const granteeType = await askForGrantee(room, title);
  if (!granteeType) return undefined;
  if (granteeType === 'EVERYONE') {
    const role = await askForRole(room, title);
    const isMeant = role && (await confirmEveryone(room, resource, role));
    return isMeant ? { granteeType, role } : undefined;
  }
  const prompt =
    granteeType === 'USER'
      ? l10n.t('E-mail address of the user’s account')
      : l10n.t('E-mail address of the group');
  const emailAddress = await askForEmail(room, title, prompt);
  if (emailAddress === undefined) return undefined;
  const role = await askForRole(room, title);
  return role && { granteeType, emailAddress, role };
}

async function askForGrantee(
  { prompts, l10n }: Room,
  title: string,
): Promise<Grant['granteeType'] | undefined> {
  return await prompts.pick<Grant['granteeType']>(
    { title, placeholder: l10n.t('Who gets access') },
    [
      { label: l10n.t('A User'), icon: 'person', value: 'USER' },
      {
        label: l10n.t('A Group'),
        detail: l10n.t('Everyone who is in it, now and later.'),
        icon: 'organization',
        value: 'GROUP',
      },
      {
        label: l10n.t('Everyone'),
        detail: l10n.t('Anybody who uses the service.'),
        icon: 'globe',
        value: 'EVERYONE',
      },
    ],
  );
}
