import { contextKey, PREFIX } from './ids';
import { nlsRef } from './nls';

/** The steps of *Set Up OAuth…* in order; texts are in `nls`, pictures in media/walkthrough. */
export const setUpSteps = [
  'project',
  'consent',
  'testUsers',
  'client',
  'signIn',
  'diagnose',
] as const;

/** The steps of *Get Started*, each with the picture that it has. */
export const getStartedSteps = {
  connect: 'connect',
  browse: 'browse',
  ask: 'ask',
  account: 'signIn',
} as const;

/** VS Code's ids of the walkthroughs, after the id of the extension and a number sign. */
export const WALKTHROUGH = `${PREFIX}.setUpOAuth`;
export const GET_STARTED = `${PREFIX}.getStarted`;

/**
 * What package.json contributes. A step is done once its link or command was used: VS Code takes that from
 * the buttons in its text. Without a condition VS Code would open the walkthrough for everyone who installs
 * the extension, also for those who have a key; with this one it is listed once the extension is in use.
 */
export function walkthroughs() {
  return [
    {
      id: GET_STARTED,
      title: nlsRef('getStarted.title'),
      description: nlsRef('getStarted.description'),
      when: contextKey('state'),
      steps: Object.entries(getStartedSteps).map(([id, picture]) => ({
        id,
        title: nlsRef(`getStarted.${id as keyof typeof getStartedSteps}.title`),
        description: nlsRef(`getStarted.${id as keyof typeof getStartedSteps}.description`),
        media: {
          svg: `media/walkthrough/${picture}.svg`,
          altText: nlsRef(
            picture === 'signIn' ? 'walkthrough.signIn.picture' : `getStarted.${picture}.picture`,
          ),
        },
      })),
    },
    {
      id: WALKTHROUGH,
      title: nlsRef('walkthrough.title'),
      description: nlsRef('walkthrough.description'),
      when: contextKey('state'),
      steps: setUpSteps.map((id) => ({
        id,
        title: nlsRef(`walkthrough.${id}.title`),
        description: nlsRef(`walkthrough.${id}.description`),
        media: { svg: `media/walkthrough/${id}.svg`, altText: nlsRef(`walkthrough.${id}.picture`) },
      })),
    },
  ];
}
