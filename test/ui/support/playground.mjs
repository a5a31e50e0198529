import { expectSoon } from './expectSoon.mjs';

/** In a prompt: its answer begins and goes no further, so that nobody has to be quick to stop it. */
export const UNENDING = '[[tokens:200]] [[stall]]';

/** A playground panel as its user sees it: everything is found by role and name. */
export class Playground {
  /**
   * @param {import('../../harness/workbench.mjs').Workbench} workbench
   * @param {number} [index] Among the visible panels, from 0.
   */
  constructor(workbench, index = 0) {
    this.workbench = workbench;
    this.frame = workbench.webviewFrame(index);
    this.composer = this.frame.getByRole('textbox', { name: 'Message', exact: true });
    this.turns = this.frame.getByRole('article');
    this.stop = this.frame.getByRole('button', { name: 'Stop (Escape)' });
    this.settings = this.frame.getByRole('button', { name: 'Show Settings' });
    this.status = this.frame.getByRole('status');
  }

  /** Waits until a message can be sent: the model is known. */
  async ready() {
    await this.frame.getByRole('button', { name: /^Model: .+ Change the model\.$/ }).waitFor();
  }

  /**
   * Sends a message with the Enter key, and waits until it and the beginning of its answer are there.
   * @param {string} text
   */
  async send(text) {
    const before = await this.turns.count();
    await this.composer.fill(text);
    await this.composer.press('Enter');
    await this.turns.nth(before + 1).waitFor();
  }

  /**
   * Chooses from the list beside a button, and from those that rows of it lead to.
   * @param {import('playwright-core').Locator | string | RegExp} button Or its name.
   * @param {readonly string[]} labels Of the rows.
   */
  async choose(button, ...labels) {
    const opener =
      typeof button === 'string' || button instanceof RegExp
        ? this.frame.getByRole('button', { name: button })
        : button;
    await opener.click();
    for (const label of labels) await this.row(label).click();
  }

  /** A row of the list that is open. @param {string} label */
  row(label) {
    const escaped = label.replace(/[^\w\s]/g, '\\$&');
    const name = new RegExp(`^${escaped}(, .*)?$`);
    return this.frame.getByRole('option', { name }).or(this.frame.getByRole('menuitem', { name }));
  }

  /** The newest turn. */
  get last() {
    return this.turns.last();
  }

  /**
   * Waits until the newest turn says how it ended.
   * @param {string | RegExp} verdict Words of the line under the answer.
   */
  async ended(verdict) {
    await this.last.getByText(verdict).first().waitFor();
    await this.stop.waitFor({ state: 'detached' });
  }

  /** Waits until the newest turn is an answer with some text, still streaming. */
  async streaming() {
    await this.stop.waitFor();
    // Notes on a slow response are outside the body, and as long as a response.
    const body = this.last.locator('.turn-body').first();
    await expectSoon(async () => {
      const text = (await body.textContent()) ?? '';
      return text.length > 40;
    }, 'The answer never began to stream.');
  }
}
