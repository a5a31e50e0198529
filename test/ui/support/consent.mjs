import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SHOTS } from '../../harness/paths.mjs';
import { routePorts } from './portRoute.mjs';

/** The authorization page in the user's browser, and where it leads. */
export class Consent {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.allow = page.getByRole('button', { name: 'Allow' });
    this.deny = page.getByRole('button', { name: 'Deny' });
  }

  /** The parameters of the request for access. */
  get wish() {
    return new URL(this.page.url()).searchParams;
  }

  /** The scopes that it asks for, by their last words. */
  get scopes() {
    return (this.wish.get('scope') ?? '')
      .split(' ')
      .map((name) => name.slice(name.lastIndexOf('/') + 1));
  }

  /** The account that is chosen. */
  async account() {
    return await this.page.locator('input[name="user"]:checked').getAttribute('value');
  }

  /** @param {string} email */
  async choose(email) {
    await this.page.locator(`input[name="user"][value="${email}"]`).check();
  }

  /** @param {string} scope Its last word. */
  async untick(scope) {
    await this.page.locator(`input[name="grant"][value$="${scope}"]`).uncheck();
  }

  /** Waits until the page that says that it is over is there, and closes it. */
  async done() {
    await this.page.getByText('You can close this window').waitFor();
    await this.page.close();
  }

  /** @param {string} name */
  async screenshot(name) {
    const path = join(SHOTS, `${name}.png`);
    await mkdir(dirname(path), { recursive: true });
    await this.page.screenshot({ path });
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
