import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { EXAMPLES, type RunningPercept } from '../harness/percept';
import { waitFor } from '../harness/wait-for';
import type { Step } from './walk';

const DAY_MS = 86_400_000;
/** Its run is still under way at the next second, and when it is cancelled: it waits for a picture. */
const BY_THE_CLOCK = `version: 1
name: by-the-clock
triggers: [{ id: often, every: 1s, overlap: skip }]
steps:
  - id: look
    uses: vision.analyze
    with: { image: ${join(EXAMPLES, 'not-there-yet.jpg')} }
    retry: { attempts: 2, delay: 1h, on: [NOT_FOUND] }
`;

const partial = (folder: string): string => `version: 1
name: some-are-none
inputs:
  folder: { type: string, default: '${folder}' }
steps:
  - id: photos
    for_each: { files: '\${{ inputs.folder }}/*.jpg', as: photo, tolerate: 90% }
    steps: [{ id: detect, uses: vision.detect, with: { image: '\${{ photo.path }}' } }]
    collect: { file: '\${{ photo.name }}' }
outputs: [{ jsonl: files.jsonl, rows: '\${{ photos.rows }}' }]
`;

async function save(percept: RunningPercept, name: string, body: string): Promise<void> {
  const answer = await percept.fetch(`/v2/pipelines/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/yaml' },
    body,
  });
  expect([answer.status, await answer.text()]).toEqual([expect.any(Number), expect.stringContaining('revision')]);
}

/** Who comes back to the page has its pictures asked for again: what they are about to click must not go away meanwhile. */
async function staysWhenAskedAgain(page: Page, button: Locator): Promise<void> {
  await button.waitFor();
  const small = /&width=320$/;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(small, (route) => held.then(() => route.continue()));
  await Promise.all([page.waitForRequest(small), page.evaluate("dispatchEvent(new Event('visibilitychange'))")]);
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  expect(await button.count()).toBe(1);
  letGo();
  await page.unrouteAll({ behavior: 'wait' });
}

/** Which pictures show a thing, and which do not; then one of them opened, and its neighbour by the keyboard. */
async function filtersPictures(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const cards = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Filter by what they show' }).click();
  await page.getByLabel('Name').selectOption('laptop');
  await page.getByText('1 item of 5').waitFor();
  await waitFor(async () => (await cards.count()) === 1);
  await page.getByLabel('Show items').selectOption('without');
  await page.getByText('4 items of 5').waitFor();
  await waitFor(async () => (await cards.count()) === 4);
  await look('run-filtered');
  await page.getByRole('button', { name: 'No filter' }).click();
  await page.getByRole('button', { name: /^crossing\.jpg/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: /^The image with \d+ marks: .*stop sign/ }).waitFor();
  await dialog.getByText('2 of 5').waitFor();
  await dialog
    .getByRole('list', { name: 'Attempts' })
    .getByText(/^detect: worked \d.*, waited \d/)
    .waitFor();
  await look('run-item');
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download with boxes' }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe('crossing-boxes.png');
  expect(
    readFileSync(await picture.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('3 of 5').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

export function walkPipelines(step: Step): void {
  step(
    'a pipeline is written, its mistake shown at its line, then it runs to the end before our eyes',
    async ({ page, look, button, open }) => {
      await open('Pipelines');
      await button('New pipeline').click();
      await page.getByRole('textbox', { name: 'Name' }).fill('look-at-all');
      await button('Write it').click();
      const editor = page.getByRole('textbox', { name: 'Text of look-at-all' });
      await editor.waitFor();
      const text = (await editor.innerText()).replaceAll('\n\n', '\n');
      await editor.fill(text.replace('vision.detect', 'vision.detekt'));
      await page.getByRole('list', { name: 'Mistakes' }).getByText("Did you mean 'vision.detect'?").waitFor();
      expect(await button('Save').isDisabled()).toBe(true);
      await look('pipeline-mistake');
      await editor.fill(text);
      await button('Save').click();
      const graph = page.getByRole('group', { name: 'photos: for each item vision.detect' });
      const inside = graph.locator('text', { hasText: 'vision.detect' });
      await inside.waitFor();
      await look('pipeline');
      await graph.getByRole('button', { name: /^photos: for each item/ }).press('Enter');
      await graph.getByRole('button', { name: /^photos: for each item/, expanded: false }).waitFor();
      expect(await inside.count()).toBe(0);
      await button('Run').click();
      await button('Start run').click();
      await page.waitForURL(/\/runs\/run_/);
      await page.getByText('5 of 5 items').waitFor();
      await page.getByText('succeeded', { exact: true }).first().waitFor();
      await page.getByRole('link', { name: 'objects.jsonl' }).waitFor();
      await page
        .getByRole('button', { name: /^crossing\.jpg/ })
        .locator('img')
        .waitFor();
      const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
      await waitFor(async () => (await pictures.count()) === 5);
      const workers = page.getByRole('table', { name: 'Worker processes' });
      await workers.getByRole('row').nth(1).getByRole('cell').last().filter({ hasText: /^5$/ }).waitFor();
      const steps = page.getByRole('table', { name: 'Steps' });
      await steps.getByRole('row', { name: /^photos\s*succeeded\s*5 items\s*after \d.*(ms|s)$/ }).waitFor();
      // A block is followed by its own steps: when their calls waited, and when a worker had them.
      await steps.getByRole('row', { name: /^detect\s*5 calls\s*worked \d.* waited \d/ }).waitFor();
      const lanes = page.getByRole('img', { name: /^worker \d+: \d calls?$/ });
      await lanes.first().waitFor();
      const calls = await lanes.evaluateAll((found) => found.map((each) => Number(/: (\d+)/.exec(each.ariaLabel ?? '')![1])));
      expect(calls.reduce((sum, each) => sum + each, 0)).toBe(5);
      await page.getByText('Slowest items').click();
      await page.getByRole('img', { name: 'crossing.jpg: 1 call' }).waitFor();
      await look('run');
      await filtersPictures(page, look);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'objects.jsonl' }).click(),
      ]);
      expect(
        readFileSync(await download.path(), 'utf8')
          .trim()
          .split('\n'),
      ).toHaveLength(5);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('table', { name: 'First rows of objects.jsonl' }).getByRole('row').nth(5).waitFor();
      await look('run-preview');
      await page.getByRole('button', { name: 'Run again' }).waitFor();
      await open('Pipelines');
      await page.getByRole('link', { name: 'look-at-all' }).first().waitFor();
      await look('pipelines');
    },
  );

  step('a pipeline begins from a blueprint or a file, and is exported', async ({ page, look, button, open }) => {
    await page.getByRole('link', { name: 'look-at-all' }).first().click();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()]);
    const file = await download.path();
    expect(download.suggestedFilename()).toBe('look-at-all.yaml');
    expect(readFileSync(file, 'utf8')).toContain('\nname: look-at-all\n');
    await open('Pipelines');
    await button('New pipeline').click();
    await page.getByRole('radio', { name: 'receipts' }).check();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('receipts');
    await page.getByRole('textbox', { name: 'Name' }).fill('bills');
    await look('pipeline-new');
    await button('Write it').click();
    const editor = page.getByRole('textbox', { name: 'Text of bills' });
    await editor.getByText('name: bills').waitFor();
    await editor.getByText('uses: document.fields').waitFor();
    await open('Pipelines');
    await button('New pipeline').click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: readFileSync(file) });
    await page.getByText('mine.yaml').waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('look-at-all');
    await button('Close').click();
  });

  step('completion offers what the schema has', async ({ page }) => {
    await page.getByRole('link', { name: 'look-at-all' }).first().click();
    const editor = page.getByRole('textbox', { name: 'Text of look-at-all' });
    await editor.press('Control+End');
    await page.keyboard.type('tri');
    await page.getByRole('option', { name: 'triggers' }).waitFor();
    await page.keyboard.press('Escape');
  });
}

export function walkSchedule(step: Step): void {
  step('ticks that started no run say why; the trigger is paused and the run cancelled', async (walk) => {
    const { page, percept, look, button, open } = walk;
    await save(percept, 'by-the-clock', BY_THE_CLOCK);
    await open('Pipelines');
    await page.getByRole('link', { name: 'by-the-clock' }).first().click();
    await page.getByRole('tab', { name: 'Schedule' }).click();
    await page
      .getByRole('row', { name: /skipped.*was still in progress/ })
      .first()
      .waitFor();
    await button('Pause …').click();
    await page.getByLabel('Pause it').selectOption({ label: 'for a week' });
    await look('schedule-pause');
    await button('Pause').click();
    // What comes then is listed.
    await page.getByRole('row', { name: /paused until/ }).waitFor();
    const { schedules } = (await (await percept.fetch('/v2/schedules')).json()) as { schedules: { paused_until: string }[] };
    expect(Date.parse(schedules.find(({ paused_until }) => paused_until)!.paused_until) / DAY_MS).toBeCloseTo(
      Date.now() / DAY_MS + 7,
      1,
    );
    await button('Resume').click();
    await button('Pause …').click();
    await button('Pause').click();
    await page.getByRole('row', { name: /paused\s*Paused by a user\./ }).waitFor();
    await look('schedule');
    await page.getByRole('table', { name: 'Ticks' }).getByRole('link', { name: /^run_/ }).last().click();
    await button('Cancel run').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel run' }).click();
    await page.getByText('cancelled', { exact: true }).first().waitFor();
  });

  step('items that failed say why, and are done again alone', async ({ page, percept, look, button }) => {
    const folder = join(percept.dataDir, 'files');
    mkdirSync(folder, { recursive: true });
    const less = join(folder, 'less');
    mkdirSync(less);
    for (const name of ['crossing', 'desk'])
      for (const place of [folder, less]) copyFileSync(join(EXAMPLES, `${name}.jpg`), join(place, `${name}.jpg`));
    writeFileSync(join(folder, 'fruit.jpg'), 'no image');
    const desk = readFileSync(join(EXAMPLES, 'desk.jpg'));
    writeFileSync(join(folder, 'broken.jpg'), desk.subarray(0, desk.length * 0.6));
    await save(percept, 'some-are-none', partial(folder));
    const started = await percept.fetch('/v2/pipelines/some-are-none/runs', { method: 'POST' });
    await page.goto(`${percept.url}/runs/${((await started.json()) as { id: string }).id}`);
    await page.getByText('partial', { exact: true }).first().waitFor();
    await page
      .getByRole('row', { name: /fruit\.jpg.*UNSUPPORTED_MEDIA in detect: Cannot use 'image': what was sent is text/ })
      .waitFor();
    // What failed comes first.
    expect(await page.getByLabel('Items in state').inputValue()).toBe('failed');
    const log = page.getByRole('table', { name: 'Log' });
    await log.getByText(/fruit\.jpg \(photos\) failed in detect: UNSUPPORTED_MEDIA/).waitFor();
    await log.getByText('The run ended: partial.').waitFor();
    // Who asks what pictures show sees all of them, as pictures.
    await button('Filter by what they show').click();
    await waitFor(async () => (await page.getByRole('list', { name: 'Pictures' }).getByRole('listitem').count()) === 4);
    await page.reload();
    // One that cannot be read has a place that says why; one that is broken shows as far as it goes.
    const why = button('Why fruit.jpg has no picture');
    await staysWhenAskedAgain(page, why);
    await why.click();
    await page
      .getByRole('dialog')
      .getByText(/it is text, which has no preview/)
      .waitFor();
    await button('Close').click();
    await page.getByRole('button', { name: 'Enlarge broken.jpg' }).locator('img').waitFor();
    await look('run-partial');
    await button('Enlarge broken.jpg').click();
    await page
      .getByRole('dialog')
      .getByRole('img', { name: /^The image with/ })
      .waitFor();
    await look('run-picture');
    await button('Close').click();
    copyFileSync(join(EXAMPLES, 'desk.jpg'), join(folder, 'broken.jpg'));
    copyFileSync(join(EXAMPLES, 'fruit.jpg'), join(folder, 'fruit.jpg'));
    await button('Retry failed').click();
    await page.getByText('4 of 4 items', { exact: false }).waitFor();
    await page
      .getByRole('button', { name: /^fruit\.jpg/ })
      .locator('img')
      .waitFor();
    // A retry has a chart of its own; what was before stays.
    await page.getByText(/^Attempt 2: succeeded/).waitFor();
    await page.getByText(/^Attempt 1: partial/).click();
    await page.getByRole('row', { name: /^detect\s*2 calls\s*worked/ }).waitFor();
    await page.getByRole('row', { name: /^detect\s*4 calls, 2 failed\s*worked/ }).waitFor();
    await look('run-attempts');
    const before = page.url();
    await button('Run again').click();
    const input = page.getByRole('textbox', { name: 'folder' });
    expect(await input.inputValue()).toBe(folder);
    await input.fill(less);
    await look('run-again');
    await button('Start run').click();
    await page.waitForURL((url) => url.pathname.startsWith('/runs/') && url.href !== before);
    await page.getByText('2 of 2 items', { exact: false }).waitFor();
  });

  step('two runs of a pipeline are compared: inputs, steps, counts, files', async ({ page, look }) => {
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByLabel('The other run').waitFor();
    await page.getByRole('row', { name: /^folder ".*\/less" ".*\/files" differs$/ }).waitFor();
    await page.getByRole('row', { name: /^Items 2 4 2 fewer$/ }).waitFor();
    await page.getByRole('row', { name: /^photos .*s/ }).waitFor();
    await page.getByRole('row', { name: /^files\.jsonl 2 4 2 fewer$/ }).waitFor();
    await page.getByText('Only in the other: 2 rows').waitFor();
    await look('run-compare');
  });

  step('a text is tried on one item, saved or not, and the result is below it', async ({ page, look, button, open }) => {
    await open('Pipelines');
    await page.getByRole('link', { name: 'some-are-none' }).first().click();
    const editor = page.getByRole('textbox', { name: 'Text of some-are-none' });
    await editor.press('Control+End');
    await page.keyboard.type('# not saved');
    await page.getByText('Not saved yet.').waitFor();
    await button('Try one item').click();
    await look('pipeline-try');
    await button('Try it').click();
    await page.getByText('1 of 1 item').waitFor();
    await page.getByRole('button', { name: /\.jpg/ }).first().waitFor();
    await page.getByText('Not saved yet.').waitFor();
    await look('pipeline-tried');
    await page.getByRole('link', { name: 'Steps and files' }).click();
    await page.getByText('It processes only 1 item of each block.').waitFor();
    // The exact time is in the zone of the reader.
    const zone = await page.evaluate<string>(
      "new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' }).format().split(' ').at(-1)",
    );
    expect(await page.locator('time').first().getAttribute('title')).toMatch(new RegExp(`\\d{4}.*\\d\\d:\\d\\d.* ${zone}$`));
  });

  step('the schedule shows a trigger as soon as it is saved', async ({ page, percept, button, open }) => {
    const { source } = (await (await percept.fetch('/v2/pipelines/some-are-none')).json()) as { source: string };
    await open('Pipelines');
    await page.getByRole('link', { name: 'some-are-none' }).first().click();
    await page.getByRole('tab', { name: 'Schedule' }).click();
    await page.getByText(/Nothing starts this pipeline/).waitFor();
    await page.getByRole('tab', { name: 'Text and graph' }).click();
    await page
      .getByRole('textbox', { name: 'Text of some-are-none' })
      .fill(`${source}triggers: [{ id: nightly, cron: 0 3 * * * }]\n`);
    await button('Save').click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Schedule' }).click();
    await page
      .getByRole('row', { name: /nightly/ })
      .first()
      .waitFor();
  });
}
