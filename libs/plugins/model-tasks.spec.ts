import type { CapabilityDefinition, PluginDefinition } from '@percept/sdk';
import { builtinPluginModules } from '.';

/** The tasks that a capability asks for when it is prepared; every task is answered with an error. */
async function askedBy({ setup }: CapabilityDefinition): Promise<string[]> {
  const asked: string[] = [];
  const model = async (task: string): Promise<never> => {
    asked.push(task);
    throw new Error('no model here');
  };
  await Promise.resolve(setup({ model } as unknown as Parameters<typeof setup>[0])).catch(() => undefined);
  return asked;
}

test('a capability names the tasks of the models that it asks for', async () => {
  const plugins = await Promise.all(
    builtinPluginModules().map(async (path) => (await import(path)) as { default: PluginDefinition }),
  );
  const all = plugins.flatMap(({ default: plugin }) => plugin.capabilities ?? []);
  expect(all.length).toBeGreaterThan(10);
  for (const capability of all) {
    const asked = await askedBy(capability);
    expect([capability.id, asked.filter((task) => !capability.tasks?.includes(task))]).toEqual([capability.id, []]);
  }
});
