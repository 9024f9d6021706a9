import { activeTracer, traced } from '../../../kernel/telemetry';
import type { CallResult } from '../host';

/** Traces a call as a span, with a child span for each stage: waiting, fetching, decoding, inference, … */
export function tracedCall<R extends Pick<CallResult, 'timings' | 'models'>>(id: string, work: () => Promise<R>): Promise<R> {
  return traced(id, { attributes: { 'percept.capability': id } }, async (span) => {
    const result = await work();
    if (!span) return result;
    const { timings, models } = result;
    span.set({ 'percept.models': models.map(({ name, version }) => `${name}/${version}`).join(', ') });
    activeTracer()?.stages(
      span,
      Object.entries(timings).map(([name, ms]) => ({ name, ms })),
    );
    return result;
  });
}
