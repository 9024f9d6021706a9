import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from '../walk';

/** A receipt of two pages with a table; the second page has a wish alone. */
async function writeReceipt(path: string): Promise<void> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([360, 300]);
  const rows = [
    ['HARBOUR BAKERY LTD'],
    ['12 Quay Street, 40170 Seaford'],
    ['Date: 18/03/2024 14:05'],
    ['Rye bread', '2', '7.50'],
    ['Butter', '1', '2.10'],
    ['Cake', '1', '1.92'],
    ['Total', '', '11.52'],
  ];
  for (const [index, parts] of rows.entries())
    for (const [at, text] of parts.entries()) page.drawText(text, { x: 30 + at * 120, y: 260 - index * 22, size: 10, font });
  pdf.addPage([360, 300]).drawText('Thank you for your visit', { x: 30, y: 200, size: 10, font });
  writeFileSync(path, await pdf.save());
}

export function walkDocument(step: Step): void {
  step('a document in the playground has its fields beside the page, lit where they stand', async (walk) => {
    const { page, look, open, percept } = walk;
    await open('Playground');
    await page.getByRole('tab', { name: 'Document' }).click();
    // A visitor sees an answer before they choose anything.
    await page.getByRole('list', { name: 'Fields' }).getByText('total: 12.67').waitFor();
    const path = join(percept.dataDir, 'receipt.pdf');
    await writeReceipt(path);
    await page.setInputFiles('input[type=file]', path);
    await page.getByRole('img', { name: /^The image with .*merchant.*total/ }).waitFor();
    const fields = page.getByRole('list', { name: 'Fields' });
    await fields.getByText('total: 11.52').waitFor();
    await fields.getByText('date: 2024-03-18').waitFor();
    expect(await page.getByRole('list', { name: 'Items' }).getByRole('listitem').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('Rye bread: 7.5')]),
    );
    await look('playground-document');
    const marks = Number(await page.locator('canvas').getAttribute('data-marks'));
    await page.getByLabel('lines', { exact: true }).check();
    await page.locator(`canvas:not([data-marks='${marks}'])`).waitFor();
  });

  step('a field is corrected in place, and says what it was', async ({ page, button }) => {
    await button('Correct total').click();
    await page.getByLabel('total', { exact: true }).fill('12.5');
    await button('Save').click();
    await page.getByText('total: 12.5 (was 11.52)').waitFor();
    await button('Correct tax').click();
    await page.getByLabel('tax', { exact: true }).fill('much');
    await button('Save').click();
    await page.getByText("'much' is not a number").waitFor();
    await button('Cancel').click();
  });

  step('its pages are turned, its text is there to copy, and a searchable PDF to keep', async ({ page, button }) => {
    await button('Next page').click();
    await page.getByText('Page 2 of 2').waitFor();
    await page.getByRole('tab', { name: 'Text' }).last().click();
    await page.getByText('Thank you for your visit').waitFor();
    await page.getByRole('tab', { name: 'Searchable PDF' }).click();
    await button('Make a searchable PDF').click();
    const link = page.getByRole('link', { name: 'Download the PDF' });
    await link.waitFor();
    expect(await link.getAttribute('download')).toBe('receipt-searchable.pdf');
  });
}
