import { endless, greedy, HOSTILE_PAGE, lightOf } from '../../harness/fixtures/hostile-models';
import { modelProcesses } from '../../harness/children/model-processes';
import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { ALL_SCOPES, sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';

let percept: RunningPercept;
/** A key of another project. */
let attacker: string;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_WORKERS: '1', PERCEPT_CALL_TIMEOUT: '5s', PERCEPT_LOG_LEVEL: 'silent' } });
  const { id } = (await post('/v2/projects', { name: 'attacker' })).body;
  attacker = (await post('/v1/keys', { name: 'attacker', scopes: ALL_SCOPES }, { headers: { 'percept-project': id } })).body.key;
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { post } = sending(() => percept);

async function upload(name: string, onnx: Uint8Array): Promise<void> {
  const form = new FormData();
  form.set('manifest', HOSTILE_PAGE);
  form.set('file', new Blob([new Uint8Array(onnx)]), 'net.onnx');
  const headers = { authorization: `Bearer ${attacker}` };
  const answer = await fetch(`${percept.url}/v2/models/${name}`, { method: 'PUT', headers, body: form });
  expect([answer.status, await answer.text()]).toEqual([200, expect.anything()]);
}
const infer = (model: string, light: number) => post(`/v2/models/${model}/infer`, lightOf(light), { key: attacker });

// Both pass the trial, which shows them a black image.
test('a model of a project that takes too much memory or never comes back harms its caller alone, and leaves no process behind', async () => {
  await upload('greedy', greedy());
  await upload('endless', endless());
  const { status, body } = await infer('greedy', 1);
  expect([status, body.error]).toEqual([400, expect.stringMatching(/the model 'greedy' (failed|ended)/)]);
  // Its process is ended at the time limit of the call, and the only worker goes on.
  const late = await infer('endless', 1);
  expect([late.status, late.body.error]).toEqual([504, expect.stringContaining('time')]);
  // That of the other model may wait for its next call.
  await waitFor(() => modelProcesses(percept.process.pid!).length <= 1);
  expect(await (await percept.fetch('/metrics')).text()).toMatch(/^percept_worker_restarts_total 0$/m);
  expect((await post('/v2/text/sentiment', { text: 'good' })).status).toBe(200);
  expect((await infer('endless', 0)).status).toBe(200);
});
