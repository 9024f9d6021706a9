import { describeSandbox, findFfmpeg, type Log } from '@percept/core';

/**
 * Logs which ffmpeg decodes videos, and in which sandbox. Warns of an ffmpeg without security updates, and of a missing one. Never
 * rejects.
 */
export async function reportFfmpeg(settings: Parameters<typeof findFfmpeg>[0], log: Log): Promise<void> {
  try {
    const { ffmpeg, version, year, source, rejected, sandbox } = await findFfmpeg(settings);
    const facts = { ffmpeg, version, year, source, ...(rejected.length > 0 && { rejected }) };
    log.info(`Child processes (ffmpeg, models of projects) run ${await describeSandbox(sandbox)}.`);
    if (source !== 'npm') return log.info(facts, 'This ffmpeg decodes videos.');
    const age = year === undefined ? '' : ` of ${year}`;
    log.warn(
      facts,
      `An ffmpeg${age} that npm installed decodes videos. It gets no security updates: install ffmpeg on this machine (for example: apt install ffmpeg) before strangers may send videos.`,
    );
  } catch (error) {
    log.error({ reason: (error as Error).message }, 'Videos cannot be decoded, and are answered with 500. The rest works.');
  }
}
