import { join } from 'node:path';
import { openModels } from '../../../test/harness/model-tasks';
import { NativeGate, openNetwork, type ModelTask } from '../../../libs/core/src/inference/models/runtime';
import { capabilities } from '../../../test/harness/builtin-plugins';
import { ROOT } from '../../bench/service';

type Handler = (input: Record<string, unknown>, context: object) => Promise<Record<string, unknown>>;

/** A capability of the text plugin, set up once in this process; input as the host passes it, with its defaults. */
export async function openTextCapability(
  id: string,
): Promise<(input: Record<string, unknown>) => Promise<Record<string, unknown>>> {
  const capability = capabilities.get(id)!;
  const models = openModels({ modelsDir: join(ROOT, 'models'), dataDir: join(ROOT, 'data') });
  const model = (task: ModelTask, name?: string) => models.get(task, name);
  const gate = new NativeGate(NativeGate.memory(), 0);
  const network = (file: string) => openNetwork(file, gate);
  const handler = (await capability.setup({ model, network } as never)) as unknown as Handler;
  return (input) => handler({ ...new capability.input(), ...input }, { used: () => undefined });
}
