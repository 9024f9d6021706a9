import { createServer, type Server } from 'node:http';
import type { Browser, Locator, Page } from 'playwright-core';
import { faultsOf, newPage, startBrowser } from './browser';
import type { RunningPercept } from '../harness/percept';

/** One way through all pages, on one page of one browser. */
export interface Walk {
  percept: RunningPercept;
  browser: Browser;
  page: Page;
  /** The key that was made on the way. */
  key: string;
  /** What the receiver of the endpoint was sent. */
  received: { id: string; type: string }[];
  receiver: Server;
  /** Status that the receiver answers with. */
  answers: { status: number };
  faults: string[];
  problems: string[];
  look(name: string): Promise<void>;
  button(name: string): Locator;
  /** A page, by its entry in the menu. */
  open(label: string): Promise<void>;
  /** A request with the key that was made on the way. */
  post(path: string, body: object): Promise<Response>;
}

/** A step of the walk, named as a promise. */
export type Step = (promise: string, work: (walk: Walk) => Promise<void>) => void;

export async function startWalk(percept: RunningPercept): Promise<Walk> {
  const browser = await startBrowser();
  const page = await newPage(browser);
  const faults: string[] = [];
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Minified React|Warning:/.test(message.text())) problems.push(message.text());
  });
  const walk: Walk = {
    ...{ percept, browser, page, faults, problems, key: '' },
    ...startReceiver(),
    look: async (name) => void faults.push(...(await faultsOf(page, name))),
    button: (name) => page.getByRole('button', { name, exact: true }),
    open: async (label) => {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: label, exact: true }).click();
      await page.getByRole('heading', { level: 2, name: label, exact: true }).waitFor();
    },
    post: (path, body) =>
      fetch(`${percept.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${walk.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
  return walk;
}

function startReceiver(): Pick<Walk, 'received' | 'receiver' | 'answers'> {
  const received: Walk['received'] = [];
  const answers = { status: 200 };
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push(JSON.parse(body) as Walk['received'][number]);
      response.writeHead(answers.status).end('thanks');
    });
  }).listen(0, '127.0.0.1');
  return { received, receiver, answers };
}
