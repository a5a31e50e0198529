import assert from 'node:assert/strict';
import { changeRole, transferOwnership } from '../../../../src/resources/sharing/changeRole';
import { share } from '../../../../src/resources/sharing/share';
import { ADA, DEMO, GRACE, refTo, usePeople } from './people';

const NOTES = refTo('corpus', 'corpora/field-notes-4k2vq8x1m7zd');
const LETTERS = refTo('corpus', 'corpora/letters');
const HAIKU = refTo('tunedModel', 'tunedModels/haiku-writer-k2n8q');

type People = ReturnType<typeof usePeople>;

/** Who has which role on a resource, by address. */
async function rolesOn(people: People, parent: string, who = DEMO) {
  const operation = parent.startsWith('corpora/')
    ? 'corpora.permissions.list'
    : 'tunedModels.permissions.list';
  const { permissions } = (await people.call(who, operation, { parent })) as {
    readonly permissions: readonly { emailAddress?: string; role: string; name: string }[];
  };
  return Object.fromEntries(
    permissions.map(({ emailAddress = 'everyone', role }) => [emailAddress, role]),
  );
}

describe('sharing, with two users', () => {
  const people = usePeople();

  it('gives somebody access: they could not see it before, and can then', async () => {
    const get = () => people.call(GRACE, 'corpora.get', { name: NOTES.name });
    await assert.rejects(get, { reason: 'permission' });
    const { room, activity, store } = await people.window(DEMO, 'User', GRACE, 'Reader');
    await store.list({ ...refTo('corpus', ''), collection: true });
    await share(room, [NOTES]);
    assert.equal((await get()).displayName, 'Field notes');
    assert.equal(activity.last?.conclusion, `Shared “Field notes” with ${GRACE} as reader`);
    const { items } = await store.list({
      ...refTo('corpusPermission', NOTES.name),
      collection: true,
    });
    assert.ok(items.some(({ emailAddress }) => emailAddress === GRACE));
  });

  it('takes it back from the activity', async () => {
    const name = NOTES.name;
    const { room, activity } = await people.window(DEMO, 'Group', 'team@example.com', 'Writer');
    await share(room, [refTo('corpusPermission', `${name}/permissions/x`)]);
    assert.equal((await rolesOn(people, name))['team@example.com'], 'WRITER');
    await activity.last?.offers[0]?.run();
    assert.equal((await rolesOn(people, name))['team@example.com'], undefined);
  });

  it('asks for an address, and takes only one', async () => {
    const { room, prompts } = await people.window(DEMO, 'User', 'ada and grace', undefined);
    await share(room, [HAIKU]);
    assert.deepEqual(prompts.problems, ['Enter a single email address.']);
    assert.deepEqual(Object.keys(await rolesOn(people, HAIKU.name)), [DEMO]);
  });

  it('offers no owner, and says what it means to share with everyone', async () => {
    const { room, prompts } = await people.window(DEMO, 'Everyone', 'Reader', undefined);
    await share(room, [HAIKU]);
    const [, roles, question] = prompts.asked;
    assert.deepEqual(roles?.choices, ['Reader', 'Writer']);
    assert.match(question?.text ?? '', /Share “tunedModels\/haiku-writer-k2n8q” with everyone\?/);
    assert.match(question?.text ?? '', /tunedModels\/haiku-writer-k2n8q/);
    assert.match(question?.text ?? '', /doesn’t appear in other people’s lists/);
    assert.equal((await rolesOn(people, HAIKU.name)).everyone, undefined);
  });

  it('shares with everyone once that is meant', async () => {
    const window = await people.window(DEMO, 'Everyone', 'Reader', 'Share with Everyone');
    await window.store.list({ ...refTo('tunedModel', ''), collection: true });
    const drawn: string[] = [];
    window.store.onDidChange(({ ref }) => ref?.kind === 'tunedModel' && drawn.push(ref.name));
    await share(window.room, [HAIKU]);
    // Its row, which is in the tree though nothing below it may be, gets a mark.
    assert.deepEqual(drawn, [HAIKU.name]);
    assert.equal((await rolesOn(people, HAIKU.name)).everyone, 'READER');
    const model = await people.call(ADA, 'tunedModels.get', { name: HAIKU.name });
    assert.equal(model.displayName, 'Haiku writer');
  });

  it('offers another role to who has access already', async () => {
    const wish = ['User', ADA.toUpperCase(), 'Writer'];
    const no = await people.window(DEMO, ...wish, undefined);
    await assert.rejects(share(no.room, [NOTES]), { name: 'CancelledError' });
    assert.match(no.prompts.asked.at(-1)?.text ?? '', /Change the role to writer\?/);
    const yes = await people.window(DEMO, ...wish, 'Change Role');
    await share(yes.room, [NOTES]);
    assert.equal((await rolesOn(people, NOTES.name))[ADA], 'WRITER');
  });

  it('asks again before everyone may write', async () => {
    const demo = await people.window(DEMO, 'Writer', undefined);
    const { items } = await demo.store.list({
      ...refTo('corpusPermission', LETTERS.name),
      collection: true,
    });
    const everyone = items.find(({ granteeType }) => granteeType === 'EVERYONE');
    await changeRole(demo.room, [refTo('corpusPermission', everyone?.name as string)]);
    assert.match(demo.prompts.asked.at(-1)?.text ?? '', /They can also edit it/);
    assert.equal((await rolesOn(people, LETTERS.name)).everyone, 'READER');
  });

  it('gives a tuned model away only where its name is typed', async () => {
    const wrong = await people.window(DEMO, ADA, 'haiku');
    await transferOwnership(wrong.room, [HAIKU]);
    assert.match(
      wrong.prompts.asked.at(-1)?.text ?? '',
      / the owner\. You can still edit and share the model as a writer,/,
    );
    assert.equal((await rolesOn(people, HAIKU.name))[DEMO], 'OWNER');
    const right = await people.window(DEMO, ADA, HAIKU.name);
    await transferOwnership(right.room, [HAIKU]);
    const roles = await rolesOn(people, HAIKU.name, ADA);
    assert.deepEqual([roles[ADA], roles[DEMO]], ['OWNER', 'WRITER']);
    assert.equal(right.activity.last?.conclusion, `${ADA} now owns ${HAIKU.name}`);
  });
});
