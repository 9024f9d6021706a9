import { availableParallelism } from 'node:os';
import { measuringImages } from '../../../test/harness/fixtures/images';
import { BareLoop } from './bare-loop';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import { cpuOfMainThread, CpuTimes } from '../probes/cpu-time';
import { Collector } from './collector';
import { preparedDetector } from './detector-file';
import { HealthPoll } from '../probes/health-poll';
import type { Encoding } from './http-load';
import { LoadProcess } from './load-process';
import { installed } from '../../peers';
import type { Report } from '../runner/report';
import { Service } from '../service';
import { costOfShares, type ShareCost } from './share-cost';
import { bounds, interleave, quantile, ratios, spread, type Spread } from '../runner/statistics';

const IN_FLIGHT = 16;
/** Images that are sent while /health/live is asked. */
const PROBED = 1_280;

interface Rates {
  bare: number[];
  json: number[];
  /** JSON without keys and limits. */
  open: number[];
  /** JSON to a service that sends traces and metrics. */
  traced: number[];
  multipart: number[];
}

interface Probed {
  health: Record<'idle' | 'loaded', number[]>;
  cpu: CpuTimes;
  /** Of the main thread, where the spans are made: the threads that compute vary more than tracing costs. */
  main: CpuTimes;
  shares: ShareCost;
}

function summarize({ bare, json, open, traced, multipart }: Rates, { health, cpu, main, shares }: Probed): Report {
  const tracing = main.perImage('traced') - main.perImage('json');
  const [json_, multipart_] = [spread(ratios(json, bare)), spread(ratios(multipart, bare))];
  const limits = spread(ratios(json, open));
  const row = (name: string, rates: number[], ratio?: Spread) => {
    const { median, min, max } = spread(rates);
    return [name, median, min, max, ratio?.median ?? 1, ratio?.min ?? 1, ratio?.max ?? 1];
  };
  const cost = (name: string, key: string) => [name, cpu.perImage(key)];
  const answers = (name: string, times: number[]) => [
    name,
    times.length,
    quantile(times, 0.5),
    quantile(times, 0.99),
    Math.max(...times),
  ];
  return {
    name: 'http',
    against: installed('sharp', 'onnxruntime-node'),
    ratios: {
      vs_bare: json_.median,
      vs_bare_json: json_.median,
      vs_bare_multipart: multipart_.median,
      limits_on_vs_off: limits.median,
      shares_cpu_share: (shares.turn + shares.claim) / 1000 / cpu.perImage('json'),
    },
    figures: {
      ...bounds('vs_bare', json_),
      ...bounds('vs_bare_json', json_),
      ...bounds('vs_bare_multipart', multipart_),
      ...bounds('limits_on_vs_off', limits),
      detections_per_s: spread(json).median,
      bare_per_s: spread(bare).median,
      health_p99_ms: quantile(health.loaded, 0.99),
      health_idle_p99_ms: quantile(health.idle, 0.99),
      cpu_ms_bare: cpu.perImage('bare'),
      cpu_ms_service: cpu.perImage('json'),
      cpu_ms_service_without_limits: cpu.perImage('open'),
      limits_on_vs_off_cpu: cpu.perImage('json') / cpu.perImage('open'),
      cpu_ms_service_traced: cpu.perImage('traced'),
      tracing_cpu_ms: tracing,
      tracing_cpu_share: tracing / cpu.perImage('json'),
      cpu_ms_service_multipart: cpu.perImage('multipart'),
      shares_turn_cpu_us: shares.turn,
      shares_claim_cpu_us: shares.claim,
      shares_claims_ended: shares.ended,
      cpu_ms_client: cpu.perImage('client of json'),
      workers: availableParallelism(),
    },
    tables: [
      {
        title: `Images per second, ${IN_FLIGHT} in flight, and their ratio to the bare loop in the same round`,
        head: ['', 'median', 'min', 'max', 'ratio', 'min', 'max'],
        rows: [
          row('bare loop', bare),
          row('HTTP, JSON with Base64', json, json_),
          row('… without keys and limits', open, spread(ratios(open, bare))),
          row('… with tracing', traced, spread(ratios(traced, bare))),
          row('HTTP, multipart', multipart, multipart_),
        ],
      },
      {
        title: 'CPU milliseconds for an image: where the rest goes',
        head: ['', 'CPU ms'],
        rows: [
          cost('bare loop', 'bare'),
          cost('service, JSON', 'json'),
          cost('… without keys and limits', 'open'),
          cost('… with tracing', 'traced'),
          ['… what tracing adds to the main thread', tracing],
          ['… its turn in the line of 60 calls of ten projects', shares.turn / 1000],
          ['… its memory, of which 32 of them have some', shares.claim / 1000],
          cost('service, multipart', 'multipart'),
          cost('client, JSON', 'client of json'),
        ],
      },
      {
        title: '/health/live, asked every 50 ms: milliseconds to the answer',
        head: ['', 'answers', 'median', 'p99', 'max'],
        rows: [answers('idle', health.idle), answers('under load', health.loaded)],
      },
    ],
  };
}

interface Loaded {
  service: Service;
  load: LoadProcess;
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const images = measuringImages().slice(0, quick ? 5 : 128);
  const count = quick ? 5 : 64;
  const workers = availableParallelism();
  const start = async (settings?: Record<string, string>): Promise<Loaded> => {
    const service = await Service.start(settings);
    later(() => service.stop());
    const load = await LoadProcess.start({ url: service.url, key: service.key, images, inFlight: IN_FLIGHT });
    later(() => load.stop());
    return { service, load };
  };
  say('Starting the services …');
  const collector = await Collector.start();
  later(() => collector.stop());
  const [plain, open, traced] = [
    await start(),
    await start({ PERCEPT_AUTH: 'off' }),
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
  ];
  const model = preparedDetector();
  const bare = await BareLoop.start({ workers, model, images, fromDisk: false });
  later(() => bare.close());
  const [idle, loaded] = [new HealthPoll(plain.service.url), new HealthPoll(plain.service.url)];
  later(() => Promise.all([idle.close(), loaded.close()]));
  const [cpu, main] = [new CpuTimes(), new CpuTimes(cpuOfMainThread)];
  const costing = <T>(name: string, pid: number, turn: () => Promise<T>) =>
    main.during(name, { pid, images: count }, () => cpu.during(name, { pid, images: count }, turn));
  const send = (name: string, { service, load }: Loaded, encoding: Encoding = 'json') => {
    const turn = () => load.turn({ encoding, images: count });
    return async () => (await costing(`client of ${name}`, load.pid, () => costing(name, service.pid, turn))).rate;
  };

  await idle.idle(quick ? 500 : 5_000);
  say(`Taking turns with ${count} images …`);
  const rates = await interleave(
    {
      bare: () => costing('bare', process.pid, () => bare.turn(count)),
      json: send('json', plain),
      open: send('open', open),
      traced: send('traced', traced),
      multipart: send('multipart', plain, 'multipart'),
    },
    quick ? 1 : 15,
  );
  // Not in the turns that are compared: it would be half a request more for each image, which the bare loop does not answer.
  await loaded.during(() => plain.load.turn({ encoding: 'json', images: quick ? count : PROBED }));
  const shares = await costOfShares(quick ? 1_000 : 100_000);
  return summarize(rates, { health: { idle: idle.answers, loaded: loaded.answers }, cpu, main, shares });
}

export const http: Measurement = {
  name: 'http',
  summary: 'Detections per second over HTTP against a bare loop, and /health/live under that load.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
