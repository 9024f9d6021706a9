import type { PerceptEvent, Queue, Transaction } from '@percept/core';

const PREFIX = 'filters';

/** Adds a job to the queue 'deliveries' that evaluates the filters of a project's endpoints for an event. */
export async function addFiltering(
  tx: Transaction,
  queue: Queue,
  { event, projectId }: { event: PerceptEvent; projectId: string },
): Promise<void> {
  await queue.add(tx, 'deliveries', `${PREFIX}/${projectId}/${event.id}`, {
    group: `${PREFIX}/${projectId}`,
    key: projectId,
  });
}

/** The project and the event of a filtering job; undefined for other jobs. */
export function readFilteringJob({ ref }: { ref: string }): { projectId: string; eventId: string } | undefined {
  const [prefix, projectId, eventId] = ref.split('/');
  return prefix === PREFIX && projectId !== undefined && eventId ? { projectId, eventId } : undefined;
}
