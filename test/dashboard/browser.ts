import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import sharp from 'sharp';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Set, screenshots of every page are written there. */
const SCREENSHOTS = process.env['DASHBOARD_SCREENSHOTS'];
/** Nothing fades or slides: what is looked at is what it will be. */
const STILL = '*, *::before, *::after { transition: none !important; animation: none !important; }';
/** A note in the corner is over what one wants to see. */
const NO_NOTES = '.mantine-Notifications-root { display: none; }';
const WIDE = { width: 1200, height: 800 };
const NARROW = { width: 380, height: 800 };

/** Its picture is Chromium's own test card; nobody has to allow it. */
const FAKE_CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** What the policy refuses, on the console; Chromium itself says some of it only once. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) => console.error(
  'Content Security Policy: ' + event.violatedDirective + ' on ' + event.target.outerHTML?.slice(0, 200) + ' by ' + event.sourceFile + ':' + event.lineNumber))`;

/** A Chromium for tests, if there is one. */
export const hasBrowser = existsSync(CHROMIUM);

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', ...FAKE_CAMERA] });

export async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: WIDE, reducedMotion: 'reduce' });
  page.setDefaultTimeout(30_000);
  await page.addInitScript(REPORT_VIOLATIONS);
  return page;
}

/** As a picture of at most 256 colours: a third of the bytes, and a page of the docs shows some. */
async function shoot(page: Page, file: string): Promise<void> {
  await addStyles(page, NO_NOTES);
  // A dialog is over what is in sight.
  const whole = await page.screenshot({ fullPage: (await page.getByRole('dialog').count()) === 0 });
  await page.evaluate('document.adoptedStyleSheets.pop()');
  await sharp(whole).png({ palette: true, quality: 90 }).toFile(join(SCREENSHOTS!, file));
}

const MAX_FRAMES = 100;

/** The policy of the page refuses style elements without its nonce, those of tests too. */
const addStyles = (page: Page, text: string): Promise<void> =>
  page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(text)});
    document.adoptedStyleSheets.push(sheet);
  })()`);

/** What keeps the page from WCAG AA, in light and in dark, and from fitting 380 px; empty if nothing does. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  await addStyles(page, STILL);
  await page.evaluate(AXE);
  await page.evaluate('scrollTo(0, 0)');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`[data-mantine-color-scheme='${colorScheme}']`).first().waitFor({ state: 'attached' });
    await drawn(page);
    if (SCREENSHOTS) await shoot(page, `${name}-${colorScheme}.png`);
    // Of dark only the colours are another matter.
    const rules = colorScheme === 'light' ? { runOnly: RULES } : { runOnly: { type: 'rule', values: ['color-contrast'] } };
    faults.push(...(await violations(page, rules)).map((fault) => `${name}, ${colorScheme}: ${fault}`));
  }
  await page.setViewportSize(NARROW);
  const width = await settledWidth(page);
  if (SCREENSHOTS) await shoot(page, `${name}-phone.png`);
  if (width > NARROW.width) faults.push(`${name}: ${width} px wide at ${NARROW.width}`);
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

/** A chart follows its box some frames later; what is too wide stays so. Asked again and again: the page allows no `eval`. */
async function settledWidth(page: Page): Promise<number> {
  for (let frames = 0; ; frames++) {
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (width <= NARROW.width || frames === MAX_FRAMES) return width;
    await drawn(page);
  }
}

/** Two frames later: one to draw, one to know that it is drawn. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))');

function violations(page: Page, rules: object): Promise<string[]> {
  return page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await axe.run(options);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  }, rules);
}

/** This code is the browser's. */
const COUNT_BLUE = `(() => {
  const canvas = document.querySelector('canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] === 0x1c && data[at + 1] === 0x4e && data[at + 2] === 0xd8) count++;
  return count;
})()`;

/** Pixels of the page's canvas in the colour of the boxes of objects. */
export const markedPixels = (page: Page): Promise<number> => page.evaluate<number>(COUNT_BLUE);
