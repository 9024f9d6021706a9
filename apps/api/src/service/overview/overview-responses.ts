import { IsInt, IsString, OrNull, IsListOf, IsNested, JSONSchema } from '@percept/sdk/decorators';
import { LogHourResponse } from '../../metering/logs/log-responses';
import { LatencySummary } from '../../metering/usage/usage-responses';

const described = (description: string) => JSONSchema({ description });

class TodayResponse {
  @described('Calls of capabilities since midnight UTC, those of pipeline runs included.') @IsInt() requests: number;
  @described('Those answered with a status of 400 or above.') @IsInt() errors: number;
  @described('Of successful calls, in milliseconds; null if there were none.')
  @IsNested(() => LatencySummary)
  @OrNull()
  latency_ms: LatencySummary | null;
  @described('What each capability took, the most first.')
  @IsListOf(() => CapabilityCost)
  capabilities: CapabilityCost[];
}

class CapabilityCost {
  @IsString() capability: string;
  @IsInt() requests: number;
  @described('Milliseconds of all its calls together.') @IsInt() total_ms: number;
}

/** The cost of a project's calls today, including those of its runs. */
export class ProjectCost {
  @IsString() project_id: string;
  @IsString() name: string;
  @IsInt() requests: number;
  @IsInt() total_ms: number;
  @described('Of each capability, the most first.')
  @IsListOf(() => CapabilityCost)
  capabilities: CapabilityCost[];
}

export class MachineResponse {
  @described('Bytes of memory that the answering process holds.') @IsInt() process_memory_bytes: number;
  @described('Bytes of memory that are free for it: of the machine, or up to the limit of its container.')
  @IsInt()
  free_memory_bytes: number;
  @described("Bytes of memory of the machine, or the limit of the process's container.") @IsInt() total_memory_bytes: number;
  @described('Bytes that are free on the disk of the data folder.') @IsInt() free_disk_bytes: number;
  @described('Size in bytes of the disk of the data folder.') @IsInt() total_disk_bytes: number;
  @described('How late the answering process does what is due, in milliseconds: the 99th percentile of the last minute.')
  @IsInt()
  main_thread_lag_ms: number;
}

/** The answer of `GET /v2/overview`. */
export class OverviewResponse {
  @IsString() version: string;
  @JSONSchema({ description: 'Start of the process that answers.', format: 'date-time' }) @IsString() started_at: string;
  @IsNested(() => TodayResponse) today: TodayResponse;
  @IsNested(() => MachineResponse) machine: MachineResponse;
  @described('What each project took today, the most first; empty for who does not administer the installation.')
  @IsListOf(() => ProjectCost)
  projects: ProjectCost[];
  @described('The requests of the last 24 hours.')
  @IsListOf(() => LogHourResponse)
  hours: LogHourResponse[];
}
