import type { Step } from './walk';

export function walkSavedMeanwhile(step: Step): void {
  step('what somebody else saved meanwhile is not overwritten unasked', async ({ page, percept, look, button, open }) => {
    const at = '/v2/pipelines/some-are-none';
    const source = async () => ((await (await percept.fetch(at)).json()) as { source: string }).source;
    const before = await source();
    const saveElsewhere = (comment: string) =>
      percept.fetch(at, { method: 'PUT', headers: { 'content-type': 'application/yaml' }, body: `${before}# ${comment}\n` });
    await open('Pipelines');
    await page.getByRole('link', { name: 'some-are-none' }).first().click();
    const editor = page.getByRole('textbox', { name: 'Text of some-are-none' });
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved this pipeline while you were editing' });
    for (const [comment, theirs, choice] of [
      ['mine', 'hers', 'Overwrite with mine'],
      ['mine again', 'his', 'Discard mine and show theirs'],
    ]) {
      await editor.press('Control+End');
      await page.keyboard.type(`# ${comment}`);
      await page.getByText('Not saved yet.').waitFor();
      await saveElsewhere(theirs!);
      await button('Save').click();
      await notice.waitFor();
      expect(await editor.innerText()).toContain(`# ${comment}`);
      expect(await source()).toContain(`# ${theirs}`);
      await look(`pipeline-behind-${theirs}`);
      await button(choice!).click();
      await page.getByText('Saved.', { exact: true }).waitFor();
      expect(await notice.count()).toBe(0);
      expect(await source()).toContain(choice!.startsWith('Overwrite') ? `# ${comment}` : `# ${theirs}`);
    }
    expect(await editor.innerText()).toContain('# his');
    await percept.fetch(at, { method: 'PUT', headers: { 'content-type': 'application/yaml' }, body: before });

    await open('Pipelines');
    await button('New pipeline').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('some-are-none');
    await button('Write it').click();
    await page.getByText('Not saved yet.').waitFor();
    await button('Save').click();
    await page.getByText("There is a pipeline called 'some-are-none': choose another name.").waitFor();
    expect(await source()).toBe(before);
  });
}
