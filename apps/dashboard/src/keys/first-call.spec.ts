import { firstCall } from './first-call';

const flags = (line: string) => line.replaceAll('\\\n', ' ').split(/\s+(?=-)/);

describe('the curl line of a new key', () => {
  test('asks for what the key may do', () => {
    expect(firstCall('http://h:1', 'pk', ['webhooks'])).toBe(`curl http://h:1/v1/webhooks \\\n  -H 'Authorization: Bearer pk'`);
    expect(firstCall('http://h:1', 'pk', ['admin', 'pipelines'])).toContain('/v2/pipelines ');
  });

  test('carries a body where the call needs one', () =>
    expect(flags(firstCall('http://h:1', 'pk', ['predict'])).map((flag) => flag.slice(0, 2))).toEqual(['cu', '-H', '-H', '-d']));
});
