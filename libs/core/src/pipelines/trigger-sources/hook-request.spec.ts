import { readHookBody } from './hook-request';

const value = (body: Buffer | string, type?: string) =>
  readHookBody({ body: Buffer.from(body as string), headers: type === undefined ? {} : { 'content-type': type }, query: {} });

describe('the value of a body', () => {
  test.each([
    ['application/json', '{"a":1}', { a: 1 }],
    ['application/json; charset=utf-8', '\uFEFF{"a":1}', { a: 1 }],
    ['application/cloudevents+json; charset=utf-8', '{"a":1}', { a: 1 }],
    ['APPLICATION/VND.API+JSON', '[1]', [1]],
    ['text/plain; charset=UTF-8', '{"Type":"Notification"}', { Type: 'Notification' }],
    ['text/plain', ' hello', ' hello'],
    ['text/plain', '{not json', '{not json'],
    [undefined, '{"a":9007199254740993}', { a: 9007199254740993n }],
    ['application/xml', '<a/>', '<a/>'],
    ['application/x-www-form-urlencoded', 'a=1&b=x+y&b=z%20', { a: '1', b: ['x y', 'z '] }],
    ['application/x-www-form-urlencoded', 'payload=%7B%22ref%22%3A%22main%22%7D', { ref: 'main' }],
    ['application/x-www-form-urlencoded', 'payload=x', { payload: 'x' }],
    ['application/x-www-form-urlencoded', 'payload=%7B%7D&more=1', { payload: '{}', more: '1' }],
    ['application/json', '', undefined],
  ])('of %s is read', async (type, body, expected) => expect(await value(body, type)).toEqual(expected));

  test('is decoded by its charset', async () => {
    expect(await value(Buffer.from('{"w":"w\xf6rld"}', 'latin1'), 'application/json; charset=ISO-8859-1')).toEqual({
      w: 'wörld',
    });
    await expect(value(Buffer.from('{"w":"w\xf6rld"}', 'latin1'), 'application/json')).rejects.toThrow(/byte 8 is not UTF-8/);
    await expect(value('{}', 'application/json; charset=klingon')).rejects.toThrow(/'klingon' is not known/);
  });

  test.each(['a=1&caf%E9=x', 'a=Z%FCrich'])('of a form in Latin-1 is refused: %s', async (body) => {
    await expect(value(body, 'application/x-www-form-urlencoded')).rejects.toThrow(/'(a|caf\uFFFD)' is not UTF-8/);
  });

  test('of a form in parts in Latin-1 is refused', async () => {
    const body = Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nZ\xfcrich\r\n--b--\r\n', 'latin1');
    await expect(value(body, 'multipart/form-data; boundary=b')).rejects.toThrow(/'a' is not UTF-8/);
  });

  test('has the fields and the files of a form in parts', async () => {
    const form = new FormData();
    form.append('text', 'grün');
    form.append('tag', 'a');
    form.append('tag', 'b');
    form.append('file', new File(['abc'], 'a.txt', { type: 'text/plain' }));
    const sent = new Response(form);
    const type = sent.headers.get('content-type')!;
    expect(await value(Buffer.from(await sent.arrayBuffer()), type)).toEqual({
      text: 'grün',
      tag: ['a', 'b'],
      file: { filename: 'a.txt', content_type: 'text/plain', base64: 'YWJj' },
    });
    await expect(value('oops', type)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  test.each([
    ['application/json', '{"a":'],
    ['application/json', '['.repeat(1_000)],
    ['image/png', 'x'],
  ])('of %s is refused where it cannot be read', async (type, body) =>
    expect(value(body, type)).rejects.toMatchObject({ code: 'INVALID_REQUEST' }),
  );
});
