import type { Step } from './walk';

export function walkProjects(step: Step): void {
  step('a project is made, worked in, and deleted', async ({ page, look, button, open }) => {
    await page.getByRole('link', { name: 'admin' }).click();
    await page.getByRole('link', { name: 'Projects' }).click();
    await button('New project').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('yard');
    await button('Create project').click();
    const row = page.getByRole('row', { name: /yard/ });
    await row.waitFor();
    await row.getByText('its own folder').waitFor();
    await row.getByRole('button', { name: 'Grant folders' }).click();
    const grants = page.getByRole('dialog');
    await grants.getByLabel('Folders').fill('/etc');
    await grants.getByRole('button', { name: 'Grant', exact: true }).click();
    await grants
      .getByText(/inside those that PERCEPT_DATA_ROOTS opens/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await look('projects');
    await open('API Keys');
    await page.getByRole('cell', { name: 'shop window' }).waitFor();
    await page.getByLabel('Project', { exact: true }).selectOption('yard');
    await page.getByRole('heading', { level: 2, name: 'Home' }).waitFor();
    // Who administers the installation sees what all projects took, whichever they work in.
    const costs = page.getByRole('list', { name: 'Processing time by project' });
    await costs.getByText(/ in \d+ calls?, mostly text\.sentiment \(/).waitFor();
    await open('API Keys');
    await page.getByText(/No keys yet/).waitFor();
    await page.goto(`${new URL(page.url()).origin}/projects`);
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    // It reloads, in the first project.
    await page.getByRole('heading', { level: 2, name: 'Home' }).waitFor();
    await page.getByLabel('Project', { exact: true }).waitFor({ state: 'detached' });
    await open('API Keys');
    await page.getByRole('cell', { name: 'shop window' }).waitFor();
  });
}
