import { Events } from '@percept/core';
import Ajv2020 from 'ajv/dist/2020';
import { TestReceiver, statuses, WebhookHarness } from '../../../../test/harness/fixtures/webhook-harness';
import { EVENT_EXAMPLES } from './test-events';

const ajv = new Ajv2020({ strict: true, validateFormats: false });
const validators = new Map(Events.schemas().map(({ type, schema }) => [type, ajv.compile(schema)]));

test.each(Events.TYPES)('the example of %s is as its schema says, and without a field of it is not', (type) => {
  const body = (data: object) => ({ id: 'evt_1', type, created_at: new Date().toISOString(), data });
  const validate = validators.get(type)!;
  validate(body({ ...EVENT_EXAMPLES[type], test: true }));
  expect(validate.errors).toBeNull();
  const less = Object.fromEntries(Object.entries(EVENT_EXAMPLES[type]).slice(1));
  expect(validate(body(less))).toBe(false);
  expect(validate({ ...body(EVENT_EXAMPLES[type]), type: 'batch.ended' })).toBe(false);
});

test('a result above 20 KB comes as a link to the event, which has it whole', async () => {
  const harness = await new WebhookHarness().open();
  const receiver = await TestReceiver.start(statuses(200));
  await harness.endpoints.create({ url: receiver.url });
  harness.work();
  const result = { text: 'ä'.repeat(12_000) };
  const event = await harness.emit('prediction.completed', { ...EVENT_EXAMPLES['prediction.completed'], result });
  await harness.settled();
  const { body } = receiver.received[0]!;
  expect(Buffer.byteLength(body)).toBeLessThan(20 * 1024);
  const sent = JSON.parse(body) as { data: Record<string, unknown> };
  expect(sent.data).toMatchObject({ capability: 'vision.detect', result_url: `/v1/events/${event.id}` });
  expect(sent.data).not.toHaveProperty('result');
  expect(validators.get('prediction.completed')!(sent)).toBe(true);
  expect((await harness.events.find(event.id))!.data['result']).toEqual(result);
  await harness.close();
  await receiver.stop();
});
