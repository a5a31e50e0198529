import { expectSoon } from './expectSoon.mjs';
import { chooseRow, isDone, MOMENT, quickInput } from './prompts.mjs';

/** @typedef {import('../../harness/workbench.mjs').Workbench} Workbench */

/** The operation console as its user sees it: requests on the left, answers beside. */
export class Console {
  /** @param {Workbench} workbench */
  constructor(workbench) {
    this.workbench = workbench;
    this.page = workbench.page;
    const groups = this.page.locator('.editor-group-container');
    this.left = groups.first();
    this.right = groups.nth(1);
    this.request = this.left.locator('.monaco-editor .view-lines').first();
    this.answer = this.right.locator('.monaco-editor .view-lines').first();
  }

  /**
   * Chooses an operation from the list, as a user does.
   * @param {string} operation
   * @param {string} [version]
   */
  async choose(operation, version = 'v1beta') {
    await this.openList();
    const input = quickInput(this.workbench).locator('input[type="text"]').first();
    await input.fill(operation);
    const name = `^\\s*${operation.replaceAll('.', '\\.')}\\s*${version}\\s·`;
    await chooseRow(this.workbench, new RegExp(name));
  }

  /** Opens the list of operations. What takes the focus then closes it, and it is opened again. */
  async openList() {
    const row = quickInput(this.workbench).getByText('models.get').first();
    await expectSoon(async () => {
      await this.workbench.palette('Gemini API: Call API Method…');
      return await isDone(row.waitFor({ timeout: MOMENT }));
    }, 'The list of operations never opened.');
  }

  /**
   * Chooses a resource in the list that asks for one.
   * @param {string} collection
   * @param {string | RegExp} label
   */
  async pick(collection, label) {
    await quickInput(this.workbench).getByText(`select from ${collection}`).waitFor();
    await chooseRow(this.workbench, label);
  }

  /** Waits for the request document of an operation. @param {string} operation */
  async written(operation) {
    await this.request.getByText(`"${operation}"`).waitFor();
    await this.left.getByText('Send Request (Ctrl+Enter)').waitFor();
  }

  /**
   * Sends the request of the editor with the keyboard, and waits until its answer is whole.
   * @param {string} operation
   * @param {string} [status]
   */
  async send(operation, status = '200 OK') {
    await this.page.keyboard.press('Control+Enter');
    await this.answered(operation, status);
  }

  /** @param {string} operation @param {string} [status] */
  async answered(operation, status = '200 OK') {
    const words = operation.replaceAll('.', '\\.');
    await this.answer.getByText(new RegExp(`${words}\\son\\s“Built-in`)).waitFor();
    await this.answer
      .getByText(new RegExp(`//\\s${status}\\s·\\s[\\d.]+\\sm?s\\s·`.replaceAll(' ', '\\s')))
      .waitFor();
  }

  /**
   * Bytes of an answer that is still coming, as its document says them.
   * @returns {Promise<number | undefined>} Nothing when it has come.
   */
  async received() {
    const text = (await this.answer.locator('.view-line').first().textContent()) ?? '';
    const [, size, unit] = /Receiving….*·\s([\d.]+)\s(bytes?|KB)/.exec(text) ?? [];
    return size === undefined ? undefined : Number(size) * (unit === 'KB' ? 1000 : 1);
  }
}
