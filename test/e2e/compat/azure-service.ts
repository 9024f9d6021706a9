import { readFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import { createServer } from 'node:https';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { removeDir, ROOT, startPercept, type RunningPercept } from '../../harness/percept';

const FOLDER = join(ROOT, 'test/harness/fixtures/tls');
const [cert, key] = ['crt', 'key'].map((part) => readFileSync(join(FOLDER, `localhost.${part}.pem`)));

/** Trusts the certificate of the test, as a process does by NODE_EXTRA_CA_CERTS, which Node reads at its start. */
export const TRUSTING = { tlsOptions: { ca: cert!.toString() }, retryOptions: { maxRetries: 0 } };

/** Percept behind a proxy with TLS, as Azure's clients need it. */
export interface AzureService {
  percept: RunningPercept;
  /** `https://localhost:PORT`. */
  endpoint: string;
  /** Requests that Azure's own clients sent. */
  sent(): number;
  stop(): Promise<void>;
}

export async function startAzureService(): Promise<AzureService> {
  const env = { PERCEPT_TRUSTED_PROXIES: '127.0.0.1', PERCEPT_FETCH_ALLOW: '127.0.0.0/8' };
  const percept = await startPercept({ env });
  let sent = 0;
  const proxy = createServer({ cert, key }, (asked, answer) => {
    if (/azsdk-js/.test(String(asked.headers['user-agent']))) sent++;
    const headers = { ...asked.headers, 'x-forwarded-proto': 'https' };
    const { hostname, port } = new URL(percept.url);
    const passed = forward({ hostname, port, path: asked.url, method: asked.method, headers }, (got) => {
      answer.writeHead(got.statusCode!, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    percept,
    endpoint: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    sent: () => sent,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await percept.stop();
      removeDir(percept.dataDir);
    },
  };
}
