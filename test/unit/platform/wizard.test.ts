import assert from 'node:assert/strict';
import { runWizard, type WizardStep } from '../../../src/platform/wizard';
import { BACK, FakePrompts } from '../../fakes/prompts';

interface Answers {
  readonly kind?: string;
  readonly place?: string;
  readonly name?: string;
}

const steps: readonly WizardStep<Answers>[] = [
  {
    ask: async (prompts) => {
      const items = ['near', 'far'].map((value) => ({ label: value, value }));
      const kind = await prompts.pick({ title: 'Kind' }, items);
      return kind === undefined ? undefined : { kind };
    },
  },
  {
    isAsked: ({ kind }) => kind === 'far',
    ask: async (prompts) => {
      const place = await prompts.input({ title: 'Place' });
      return place === undefined ? undefined : { place };
    },
  },
  {
    ask: async (prompts, { place = 'here' }) => {
      const name = await prompts.input({ title: 'Name', value: place });
      return name === undefined ? undefined : { name };
    },
  },
];

const shown = (prompts: FakePrompts) =>
  prompts.asked.map(({ text, place, value }) => [
    text,
    place?.step?.join('/'),
    place?.canGoBack,
    value,
  ]);

describe('a wizard', () => {
  it('numbers its steps, and leaves out those that are not asked', async () => {
    const prompts = new FakePrompts('near', 'A');
    assert.deepEqual(await runWizard<Answers>(prompts, {}, steps), { kind: 'near', name: 'A' });
    assert.deepEqual(shown(prompts), [
      ['Kind', '1/2', false, undefined],
      ['Name', '2/2', true, 'here'],
    ]);
  });

  it('goes back to what was asked, with what was given there and what was being typed', async () => {
    const prompts = new FakePrompts('far', 'Rome', `${BACK}half a na`, BACK, 'far', 'Oslo', 'B');
    const answers = await runWizard<Answers>(prompts, {}, steps);
    assert.deepEqual(answers, { kind: 'far', place: 'Oslo', name: 'B' });
    assert.deepEqual(shown(prompts), [
      ['Kind', '1/2', false, undefined],
      ['Place', '2/3', true, undefined],
      ['Name', '3/3', true, 'Rome'],
      ['Place', '2/3', true, 'Rome'],
      ['Kind', '1/3', false, undefined],
      ['Place', '2/3', true, 'Rome'],
      ['Name', '3/3', true, 'half a na'],
    ]);
    assert.deepEqual(
      prompts.asked[4]?.items?.map(({ label, active }) => [label, active === true]),
      [
        ['near', false],
        ['far', true],
      ],
    );
  });

  it('shows no number and no way back where only one thing is asked', async () => {
    const prompts = new FakePrompts('E');
    await runWizard<Answers>(prompts, {}, steps.slice(2));
    assert.deepEqual(prompts.asked[0]?.place, { canGoBack: false });
  });
});
