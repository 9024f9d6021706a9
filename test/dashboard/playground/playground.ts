import { noiseFrom } from '../../harness/fixtures/synthetic-series';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markedPixels } from '../browser';
import { writeStillVideo } from '../../harness/fixtures/still-video';
import { EXAMPLES } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';
import type { Step } from '../walk';

export function walkPlayground(step: Step): void {
  step('an image in the playground has boxes drawn over it', async ({ page, look, button, open }) => {
    await open('Playground');
    // A visitor sees an answer before they choose anything.
    await page.getByRole('img', { name: /marks: .*stop sign/ }).waitFor();
    await button('fruit').click();
    await page.getByRole('img', { name: /marks: .*orange/ }).waitFor();
    // In words first; the JSON is beside it.
    await page.getByText(/^\d+ objects: .*orange × \d/).waitFor();
    await page.getByText(/Answered in [\d,]+ ms/).waitFor();
    await page.setInputFiles('input[type=file]', join(EXAMPLES, 'desk.jpg'));
    await page.getByText(/Answered in [\d,]+ ms/).waitFor();
    // Another one takes its place.
    await page.setInputFiles('input[type=file]', join(EXAMPLES, 'crossing.jpg'));
    await page.getByRole('img', { name: /marks: .*stop sign/ }).waitFor();
    const canvas = page.locator('canvas');
    const marks = Number(await canvas.getAttribute('data-marks'));
    expect(marks).toBeGreaterThan(0);
    expect(await canvas.getAttribute('aria-label')).toMatch(new RegExp(`^The image with ${marks} marks: \\w`));
    // The picture itself may come after its answer.
    await waitFor(async () => (await markedPixels(page)) > 200);
    await look('playground');
    const width = (): Promise<number> => canvas.evaluate((each) => (each as unknown as { width: number }).width);
    const box = page.getByRole('group', { name: 'The picture' });
    const boxWidth = (): Promise<number> => box.evaluate((each) => (each as unknown as { clientWidth: number }).clientWidth);
    await button('Zoom in').click();
    await page.getByText('200 %', { exact: true }).waitFor();
    // Of the box as it is: after a look at the narrow page it may still grow.
    await waitFor(async () => Math.round((await width()) / (await boxWidth())) === 2);
    const left = (): Promise<number> => box.evaluate((each) => (each as unknown as { scrollLeft: number }).scrollLeft);
    const start = await left();
    await box.hover();
    await page.mouse.down();
    await page.mouse.move(300, 400, { steps: 4 });
    await page.mouse.up();
    expect(await left()).not.toBe(start);
    await button('Zoom out').click();
    await page.getByText('100 %', { exact: true }).waitFor();
  });

  step(
    'an answer with 2,000 objects is shown with few names on the page, and more where they are asked for',
    async ({ page, button }) => {
      const objects = Array.from({ length: 2_000 }, (_, index) => ({
        ...{ name: `thing ${index}`, confidence: 0.9 },
        bounding_box: { x: (index * 37) % 700, y: (index * 53) % 500, width: 12, height: 12 },
      }));
      await page.route('**/v2/vision/analyze', (route) => route.fulfill({ json: { objects, processing_time_ms: 5 } }));
      await button('fruit').click();
      await page.getByRole('img', { name: /^The image with 2,000 marks: .*thing 19 90 %, and 1980 more$/ }).waitFor();
      const names = page.getByRole('list', { name: 'Marks' }).getByRole('button', { name: /thing/ });
      expect(await names.count()).toBe(100);
      await button('100 more of 1,900').click();
      expect(await names.count()).toBe(200);
      await page.unroute('**/v2/vision/analyze');
    },
  );

  step('a picture is taken with the camera', async ({ page, button }) => {
    await button('Use camera').click();
    await button('Take picture').click();
    await page.getByText(/Answered in [\d,]+ ms/).waitFor();
    await page.getByText('image=@"camera.jpg"').waitFor({ state: 'attached' });
  });

  step(
    'a video has its progress, can be cancelled, and has its timeline under the player',
    async ({ page, look, button, percept }) => {
      await page.getByRole('tab', { name: 'Video' }).click();
      // A visitor sees an answer before they choose anything.
      await page.getByText(/^Objects: .*boat/).waitFor();
      const video = join(percept.dataDir, 'crossing.mp4');
      // So many frames that it is still at it when it is cancelled.
      writeStillVideo(join(EXAMPLES, 'crossing.jpg'), video, 60);
      await page.getByLabel('Analyse every Nth frame').fill('1');
      await page.setInputFiles('input[type=file]', video);
      await page.getByText(/^\d+ of 600 frames · \d+ s to go$/).waitFor();
      await button('Cancel').click();
      await page.getByText(/^Cancelled/).waitFor();
      const short = join(percept.dataDir, 'short.mp4');
      writeStillVideo(join(EXAMPLES, 'crossing.jpg'), short);
      await page.getByLabel('Analyse every Nth frame').fill('10');
      await page.setInputFiles('input[type=file]', short);
      await page.getByText(/Answered in [\d,]+ ms/).waitFor();
      const objects = page.getByRole('region', { name: 'Objects' }).getByRole('img');
      expect(await objects.first().getAttribute('aria-label')).toMatch(/^[\w ]+: 0:00\.0 to 0:02\.0$/);
      await page
        .getByRole('region', { name: 'Activities' })
        .getByRole('img', { name: /^no motion: / })
        .waitFor();
      await page.locator("svg[data-boxes]:not([data-boxes='0'])").waitFor({ state: 'attached' });
      const player = page.getByLabel('The video');
      const isPlayable = (each: unknown): boolean => {
        const { error, readyState } = each as { error: unknown; readyState: number };
        return error === null && readyState > 0;
      };
      await waitFor(() => player.evaluate(isPlayable));
      await look('playground-video');
    },
  );

  step('a text has its entities marked, and a series its forecast drawn, from a file too', async (walk) => {
    const { page, look, button, percept } = walk;
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.locator('mark').first().waitFor();
    expect(await page.getByRole('note').count()).toBe(0);
    await page.getByRole('button', { name: /^Complaint / }).click();
    await page.getByText(/^Negative \d+ %\. Written in German\.$/).waitFor();
    await look('playground-text');
    await page.getByRole('textbox', { name: 'Text' }).fill('საჭმელი გემრიელი იყო.');
    await button('Analyse').click();
    await page
      .getByRole('note')
      .getByText(/it reads Latin/)
      .waitFor();
    await page.getByRole('tab', { name: 'Forecast' }).click();
    await page.getByRole('img', { name: /36 known points and 12 predicted/ }).waitFor();
    await page.getByText(/^Last: 2026-12-01, [\d,.]+ \(95 % interval: /).waitFor();
    await button('Sales by day').click();
    await page.getByRole('img', { name: /84 known points and 14 predicted.*[1-9] unusual point/ }).waitFor();
    await look('playground-forecast');
    const csv = join(percept.dataDir, 'visitors.csv');
    writeFileSync(csv, ['day,visitors', ...[...Array(20).keys()].map((n) => `2026-01-${n + 10},${100 + n}`)].join('\n'));
    await page.setInputFiles('input[type=file]', csv);
    await button('Forecast').click();
    await page.getByRole('img', { name: /20 known points and 14 predicted/ }).waitFor();
    await page.getByRole('spinbutton', { name: 'Season' }).fill('11');
    await button('Forecast').click();
    await page.getByText(/needs 22 observations/).waitFor();
  });

  step('a table has its columns to choose from, its unusual points and changes marked, and parts', async (walk) => {
    const { page, look, button, percept } = walk;
    const csv = join(percept.dataDir, 'shops.csv');
    const noise = noiseFrom(1);
    const drawn = Array.from(
      { length: 63 },
      () => [noise(), noise(), noise()].map((each) => Math.round(10 * each)) as [number, number, number],
    );
    const sold = (n: number, [rain, , rest]: [number, number, number]) =>
      n >= 56 ? '' : 300 + 2 * rain + rest + (n === 20 ? 400 : 0) + (n >= 35 ? 120 : 0);
    const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
    const lines = drawn.map((each, n) => `${day(n)},${each[1]},${sold(n, each)},${each[0]}`);
    writeFileSync(csv, ['day,luck,sold,rain', ...lines].join('\n'));
    await page.setInputFiles('input[type=file]', csv);
    await page.getByRole('combobox', { name: 'Predict' }).selectOption('sold');
    await page.getByRole('checkbox', { name: 'rain' }).check();
    await page.getByRole('checkbox', { name: 'luck' }).check();
    await button('Forecast').click();
    await page.getByRole('img', { name: /56 known points and 7 predicted.*[1-9] unusual point.*1 change point/ }).waitFor();
    await page.getByText(/It depends on rain\. luck did not help/).waitFor();
    await page.getByRole('table', { name: 'Parts of the forecast' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'rain' }).count()).toBe(1);
    await look('playground-forecast-columns');
  });
}
