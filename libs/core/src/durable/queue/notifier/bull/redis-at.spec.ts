import { redisAt } from './open-bull';

describe('the address of Redis', () => {
  test.each([
    ['redis://cache', { host: 'cache', port: 6379, db: 0 }],
    ['redis://:p%40ss@10.0.0.1:7000/2', { host: '10.0.0.1', port: 7000, db: 2, password: 'p@ss' }],
    ['rediss://me:secret@[::1]:6380', { host: '::1', port: 6380, db: 0, username: 'me', password: 'secret', tls: {} }],
    ['redis://cache?keepAlive=100', { host: 'cache', port: 6379, db: 0, keepAlive: '100' }],
  ])('%s', (url, options) => expect(redisAt(url)).toEqual(options));
});
