import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makeSecret, signedHeaders } from '@percept/webhooks';
import ts from 'typescript';
import { removeDir, ROOT, tempDir } from '../../harness/percept';

const PAGE = readFileSync(join(ROOT, 'docs/guides/webhooks.md'), 'utf8');

interface Case {
  name: string;
  secret: string;
  headers: Record<string, string>;
  body: string;
  good: boolean;
}

const TEN_MINUTES = 600_000;

function cases(): Case[] {
  const body = JSON.stringify({ id: 'evt_1', data: { text: 'Zürich 😀' } });
  const [ours, own, other] = [makeSecret(), 'correct horse battery staple', makeSecret()];
  const signed = (secrets: string[], at = Date.now()) => signedHeaders(secrets, 'evt_1', body, new Date(at));
  return [
    { name: 'a secret of ours', secret: ours, headers: signed([ours]), body, good: true },
    { name: 'a secret of the own', secret: own, headers: signed([own]), body, good: true },
    { name: 'the old one of two', secret: ours, headers: signed([other, ours]), body, good: true },
    { name: 'another secret', secret: other, headers: signed([ours]), body, good: false },
    { name: 'a changed body', secret: ours, headers: signed([ours]), body: `${body} `, good: false },
    { name: 'a changed id', secret: ours, headers: { ...signed([ours]), 'webhook-id': 'evt_2' }, body, good: false },
    { name: 'a clock ten minutes ahead', secret: ours, headers: signed([ours], Date.now() - TEN_MINUTES), body, good: false },
    { name: 'a clock ten minutes behind', secret: ours, headers: signed([ours], Date.now() + TEN_MINUTES), body, good: false },
    { name: 'an invalid time', secret: ours, headers: { ...signed([ours]), 'webhook-timestamp': 'now' }, body, good: false },
    { name: 'no headers', secret: ours, headers: {}, body, good: false },
    { name: 'an empty signature', secret: ours, headers: { ...signed([ours]), 'webhook-signature': '' }, body, good: false },
  ];
}

const snippet = (language: string) => new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(PAGE)![1]!;

const PYTHON = `
import json, sys
for each in json.load(sys.stdin):
    try:
        verify_webhook(each["secret"], each["headers"], each["body"].encode())
        print("true")
    except ValueError:
        print("false")
`;

const GO = `package webhook

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"
)

func TestCases(t *testing.T) {
	var cases []struct {
		Secret, Body string
		Headers map[string]string
	}
	text, _ := os.ReadFile("cases.json")
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, each := range cases {
		headers := http.Header{}
		for name, value := range each.Headers {
			headers.Set(name, value)
		}
		fmt.Println(Verify(each.Secret, headers, []byte(each.Body)) == nil)
	}
}
`;

let dir: string;
beforeAll(() => (dir = tempDir()));
afterAll(() => removeDir(dir));

const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const verdicts = (printed: string) => printed.split('\n').filter((line) => /^(true|false)$/.test(line));
const expected = () => cases().map(({ good }) => String(good));

test('the TypeScript of the page takes what is ours and refuses the rest', () => {
  const { outputText } = ts.transpileModule(snippet('ts'), { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  writeFileSync(join(dir, 'verify.js'), outputText);
  const { verifyWebhook } = createRequire(__filename)(join(dir, 'verify.js')) as { verifyWebhook: (...given: unknown[]) => void };
  for (const { name, secret, headers, body, good } of cases()) {
    const verify = () => verifyWebhook(secret, headers, body);
    if (good) expect([name, verify()]).toEqual([name, undefined]);
    else expect(verify).toThrow();
  }
});

test("the TypeScript of the page takes the headers of Node's server", () => {
  const call =
    "import { createServer } from 'node:http';\ncreateServer(({ headers }) => verifyWebhook('secret', headers, '{}'));\n";
  writeFileSync(join(dir, 'receiver.ts'), call + snippet('ts'));
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const modules = join(ROOT, 'node_modules');
  const args = [join(modules, 'typescript-7', 'bin', 'tsc'), ...options, '--typeRoots', join(modules, '@types'), 'receiver.ts'];
  expect(spawnSync(process.execPath, args, { cwd: dir, encoding: 'utf8' })).toMatchObject({ stdout: '', status: 0 });
});

(has('python3', '--version') ? test : test.skip)('the Python of the page takes what is ours and refuses the rest', () => {
  writeFileSync(join(dir, 'verify.py'), snippet('python') + PYTHON);
  const printed = execFileSync('python3', [join(dir, 'verify.py')], { input: JSON.stringify(cases()), encoding: 'utf8' });
  expect(verdicts(printed)).toEqual(expected());
});

(has('go', 'version') ? test : test.skip)(
  'the Go of the page takes what is ours and refuses the rest',
  () => {
    writeFileSync(join(dir, 'verify.go'), snippet('go'));
    writeFileSync(join(dir, 'verify_test.go'), GO);
    writeFileSync(join(dir, 'go.mod'), 'module webhook\n\ngo 1.18\n');
    const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local', GOCACHE: join(dir, 'cache') };
    const args = ['test', '-v', '-count=1', './...'];
    writeFileSync(join(dir, 'cases.json'), JSON.stringify(cases()));
    const printed = execFileSync('go', args, { cwd: dir, env, encoding: 'utf8' });
    expect(verdicts(printed)).toEqual(expected());
  },
  240_000,
);
