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

/** VS Code's id of the walkthrough, after the id of the extension and a number sign. */
export const WALKTHROUGH = `${PREFIX}.setUpOAuth`;

/**
 * What package.json contributes. A step is done once its link or command was used: VS Code takes that from
 * the buttons in its text. Without a condition VS Code would open the walkthrough for everyone who installs
 * the extension, also for those who have a key; with this one it is listed once the extension is in use.
 */
export function walkthroughs() {
  return [
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
