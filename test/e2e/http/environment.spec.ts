import { Config } from '@percept/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const EXAMPLE = readFileSync(join(__dirname, '..', '..', '..', '.env.example'), 'utf8');

describe('the configuration', () => {
  test('.env.example names every setting with its default, and nothing else', () => {
    const example = parseEnv(EXAMPLE.replace(/^# ?(?=[A-Z0-9_]+=)/gm, ''));
    const defaults = Object.fromEntries(Object.entries(new Config()).map(([name, value]) => [name, String(value)]));
    expect(example).toEqual(defaults);
  });

  test('an empty environment gives the defaults', () => {
    expect(Config.load({})).toEqual(new Config());
  });

  test.each([
    ['PORT', 'eighty', /PORT is 'eighty'.*whole number/],
    ['PORT', '70000', /PORT is '70000'.*65535/],
    ['PERCEPT_AUTH', 'maybe', /PERCEPT_AUTH is 'maybe'.*on, off/],
    ['PERCEPT_CALL_TIMEOUT', '30', /PERCEPT_CALL_TIMEOUT is '30'/],
    ['PERCEPT_WEBHOOK_WAITS', '5s,1m', /PERCEPT_WEBHOOK_WAITS/],
    ['PERCEPT_WEBHOOK_ALLOW_LOOPBACK', 'perhaps', /PERCEPT_WEBHOOK_ALLOW_LOOPBACK/],
    ['PERCEPT_PROT', '1', /PERCEPT_PROT is not a setting/],
    ['PERCEPT_DATADIR', './x', /PERCEPT_DATADIR is not a setting. Did you mean 'PERCEPT_DATA_DIR'/],
  ])('%s=%s stops the start and says why', (name, value, sentence) => {
    expect(() => Config.load({ [name]: value })).toThrow(sentence);
  });

  test('several wrong values are named together', () => {
    expect(() => Config.load({ PORT: 'x', PERCEPT_AUTH: 'y' })).toThrow(/PORT[^]*PERCEPT_AUTH/);
  });

  test('a public address is refused while authentication is off', () => {
    expect(() => Config.load({ PERCEPT_AUTH: 'off', PERCEPT_HOST: '0.0.0.0' })).toThrow(/without authentication/);
    expect(Config.load({ PERCEPT_AUTH: 'off', PERCEPT_HOST: '127.0.0.1' }).PERCEPT_AUTH).toBe('off');
  });
});
