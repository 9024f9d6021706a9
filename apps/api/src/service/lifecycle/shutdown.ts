/** How long an ending process waits. */
interface EndLimits {
  /** Limit for requests in flight. Then their connections are closed, so that they do not delay the return of work to the queue. */
  answersMs: number;
  /** Limit for the whole shutdown: 25 s, because most orchestrators kill a process after 30 s. */
  allMs: number;
}

const END_LIMITS: EndLimits = { answersMs: 10_000, allMs: 20_000 };

interface Ending {
  /** Closes in order: first the server, then the work, then the database. */
  close: () => Promise<void>;
  /** Closes the connections of requests in flight. */
  cutConnections: () => void;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

/**
 * Closes in order, within the limit.
 * @returns the exit code. It is 0 even at the limit, because the lock of the ended process releases the remaining jobs.
 */
export async function endWithin({ close, cutConnections, log }: Ending, limits: EndLimits = END_LIMITS): Promise<number> {
  const cut = setTimeout(cutConnections, limits.answersMs);
  let last: NodeJS.Timeout | undefined;
  const tooLong = new Promise<number>((resolve) => {
    last = setTimeout(() => {
      log.warn({ limitMs: limits.allMs }, 'The shutdown ended at its time limit. The next process continues the remaining work.');
      resolve(0);
    }, limits.allMs);
  });
  const inOrder = close().then(
    () => 0,
    (error: unknown) => {
      log.error({ err: error }, 'ended with an error');
      return 1;
    },
  );
  try {
    return await Promise.race([inOrder, tooLong]);
  } finally {
    clearTimeout(cut);
    clearTimeout(last);
  }
}
