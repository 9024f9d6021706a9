import type { ScheduleResponse, TickResponse } from '@percept/core';
import { withStoredSchedules } from '../context';
import { CommandError } from '../output/command-error';
import type { ServiceClient } from '../service/client';
import { namedServiceIn, type ProjectPlaceOptions } from '../service/place';

/** The triggers of pipelines, in a service or a data folder. A data folder shows those of all projects. */
interface ScheduleStore {
  list(): Promise<ScheduleResponse[]>;
  /** The newest first. */
  ticks(pipeline: string): Promise<TickResponse[]>;
  /** @param id the trigger's id as `list` shows it. */
  makeAddress(id: string): Promise<{ url: string }>;
  pause(id: string, options: { until?: string }): Promise<ScheduleResponse>;
  resume(id: string): Promise<ScheduleResponse>;
}

/** Uses the triggers of the service that the options name, else of the data folder. */
export async function withSchedules<T>(options: ProjectPlaceOptions, use: (schedules: ScheduleStore) => Promise<T>): Promise<T> {
  const service = await namedServiceIn(options);
  if (service) return use(new ServedSchedules(service));
  if (options.project === undefined) return withStoredSchedules(use);
  throw new CommandError('--project goes with --url or --profile: in the data folder, ids name their project, as listed.', 2);
}

class ServedSchedules implements ScheduleStore {
  constructor(private readonly service: ServiceClient) {}

  async list(): Promise<ScheduleResponse[]> {
    return (await this.service.ask<{ schedules: ScheduleResponse[] }>('GET', '/v2/schedules')).schedules;
  }

  async ticks(pipeline: string): Promise<TickResponse[]> {
    const path = `/v2/pipelines/${encodeURIComponent(pipeline)}/ticks`;
    return (await this.service.ask<{ ticks: TickResponse[] }>('GET', path)).ticks;
  }

  async makeAddress(id: string): Promise<{ url: string }> {
    const { url } = await this.service.ask<{ url: string }>('POST', `${pathOf(id)}/address`);
    return { url: `${this.service.connection.url}${url}` };
  }

  pause(id: string, options: { until?: string }): Promise<ScheduleResponse> {
    return this.service.ask('POST', `${pathOf(id)}/pause`, { body: options });
  }

  resume(id: string): Promise<ScheduleResponse> {
    return this.service.ask('POST', `${pathOf(id)}/resume`);
  }
}

/** @throws CommandError for a malformed id. */
function pathOf(id: string): string {
  const parts = id.split('/');
  if (parts.length === 2) return `/v2/schedules/${parts.map(encodeURIComponent).join('/')}`;
  throw new CommandError(`'${id}' is not a trigger: give pipeline/trigger, as 'percept schedule list' shows it.`, 2);
}
