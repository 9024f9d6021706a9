import type { ArgumentsHost } from '@nestjs/common';
import { PerceptError } from '@percept/sdk';
import { ErrorsFilter } from './errors.filter';

/** How an error is answered and logged. */
function answerTo(error: unknown) {
  const [logged, headers]: [string[], Record<string, string>] = [[], {}];
  const answer = { status: 0, code: '', headers, logged };
  const reply = {
    header: (name: string, value: string) => ((headers[name] = value), reply),
    status: (status: number) => ((answer.status = status), reply),
    send: (body: { error: { code: string } }) => ((answer.code = body.error.code), reply),
  };
  const http = { getRequest: () => ({ id: 'req_1', url: '/v2/vision/detect?x=1' }), getResponse: () => reply };
  const log = { error: (_fields: object, message: string) => void logged.push(message) };
  new ErrorsFilter(log as never).catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  return answer;
}

test('a database that is away is answered with 503, and logged', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect(answerTo(away)).toEqual({
    ...{ status: 503, code: 'OVERLOADED', headers: { 'retry-after': '5' } },
    logged: ['The database does not answer. Try again later.'],
  });
  expect(answerTo(new Error('a mistake of ours'))).toMatchObject({ status: 500, code: 'INTERNAL' });
});

test.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'])('a full disk (%s) is answered with 503, and logged', (code) => {
  expect(answerTo(Object.assign(new Error('no room'), { code }))).toEqual({
    ...{ status: 503, code: 'OVERLOADED', headers: { 'retry-after': '60' } },
    logged: ['The disk of the service is full, so nothing was kept. Try again later.'],
  });
});

test('a refusal for overload writes no line to the log', () => {
  const refusal = new PerceptError('OVERLOADED', '9 calls are waiting for a worker.', { retryAfterS: 2 });
  expect(answerTo(refusal)).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, logged: [] });
});
