import { routePorts } from './portRoute.mjs';

/** The authorization page in the user's browser, and where it leads. */
export class Consent {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.allow = page.getByRole('button', { name: 'Allow' });
  }

  /** The scopes that it asks for, by their last words. */
  get scopes() {
    return (new URL(this.page.url()).searchParams.get('scope') ?? '')
      .split(' ')
      .map((name) => name.slice(name.lastIndexOf('/') + 1));
  }

  /** @param {string} email */
  async choose(email) {
    await this.page.locator(`input[name="user"][value="${email}"]`).check();
  }

  /** Waits until the page that says that it is over is there, and closes it. */
  async done() {
    await this.page.getByText('You can close this window').waitFor();
    await this.page.close();
  }
}

/**
 * Does what opens the user's browser, and waits for it.
 * @param {import('../../harness/workbench.mjs').Workbench} workbench
 * @param {() => Promise<unknown>} act
 */
export async function browserAfter(workbench, act) {
  const [page] = await Promise.all([workbench.context.waitForEvent('page'), act()]);
  return page;
}

/**
 * Does what opens the authorization page, and waits for it.
 * @param {import('../../harness/workbench.mjs').Workbench} workbench
 * @param {() => Promise<unknown>} act
 * @param {{ isReachable?: boolean }} [options] Whether the browser can go on to the machine of VS Code.
 * @returns {Promise<Consent>}
 */
export async function consentAfter(workbench, act, { isReachable = true } = {}) {
  const page = await browserAfter(workbench, act);
  if (isReachable) await routePorts(page);
  const consent = new Consent(page);
  await consent.allow.waitFor();
  return consent;
}
