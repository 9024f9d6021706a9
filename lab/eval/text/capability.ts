import { capabilities } from '../../../test/harness/builtin-plugins';

type Handler = (input: Record<string, unknown>, context: object) => Promise<Record<string, unknown>>;

/** A capability of the text plugin, set up once in this process; input as the host passes it, with its defaults. */
export async function openTextCapability(
  id: string,
): Promise<(input: Record<string, unknown>) => Promise<Record<string, unknown>>> {
  const capability = capabilities.get(id)!;
  const handler = (await capability.setup({} as never)) as unknown as Handler;
  return (input) => handler({ ...new capability.input(), ...input }, { used: () => undefined });
}
