import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { measuringImages } from '../../../test/harness/fixtures/images';
import { BareLoop } from '../http/bare-loop';
import { withCleanup, type Later } from '../runner/cleanup';
import type { Measurement, MeasureOptions } from '../runner/command';
import { CpuTimes } from '../probes/cpu-time';
import { preparedDetector } from '../http/detector-file';
import { measureEngine } from './engine';
import { installed } from '../../peers';
import { runToEnd } from './pipeline-run';
import type { Report } from '../runner/report';
import { Service } from '../service';
import { bounds, interleave, ratios, spread } from '../runner/statistics';

/** A folder with this many files of different names, made from the available images. */
function fill(folder: string, count: number): string[] {
  const sources = measuringImages();
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, i) => {
    const source = sources[i % sources.length]!;
    const path = join(folder, `${String(i).padStart(4, '0')}${extname(source)}`);
    try {
      linkSync(source, path);
    } catch {
      copyFileSync(source, path); // another file system
    }
    return path;
  });
}

/** @returns images per second. */
const runPipeline = async (service: Service, folder: string, count: number): Promise<number> =>
  count / (await runToEnd(service, { name: 'detect-folder', inputs: { folder }, items: count }));

function summarize(rates: { bare: number[]; pipeline: number[] }, images: number, cpu: CpuTimes): Report {
  const [bare, pipeline, ratio] = [spread(rates.bare), spread(rates.pipeline), spread(ratios(rates.pipeline, rates.bare))];
  return {
    name: 'batch',
    against: installed('sharp', 'onnxruntime-node'),
    ratios: { vs_bare: ratio.median },
    figures: {
      ...bounds('vs_bare', ratio),
      images_per_s: pipeline.median,
      bare_per_s: bare.median,
      cpu_ms_bare: cpu.perImage('bare'),
      cpu_ms_service: cpu.perImage('pipeline'),
      images: images,
      workers: availableParallelism(),
    },
    tables: [
      {
        title: `Images per second over ${images} files, and their ratio to the bare loop in the same round`,
        head: ['', 'median', 'min', 'max', 'ratio', 'min', 'max', 'CPU ms for an image'],
        rows: [
          ['bare loop', bare.median, bare.min, bare.max, 1, 1, 1, cpu.perImage('bare')],
          ['pipeline', pipeline.median, pipeline.min, pipeline.max, ratio.median, ratio.min, ratio.max, cpu.perImage('pipeline')],
        ],
      },
    ],
  };
}

async function measure({ quick, say }: MeasureOptions, later: Later): Promise<Report> {
  const count = quick ? 10 : 1000;
  const folder = mkdtempSync(join(tmpdir(), 'percept-bench-images-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const images = fill(folder, count);
  say('Starting the service …');
  const service = await Service.start({ PERCEPT_DATA_ROOTS: folder });
  later(() => service.stop());
  const model = preparedDetector();
  const bare = await BareLoop.start({ workers: availableParallelism(), model, images, fromDisk: true });
  later(() => bare.close());

  const cpu = new CpuTimes();
  say(`Taking turns with ${count} images …`);
  const rates = await interleave(
    {
      bare: () => cpu.during('bare', { pid: process.pid, images: count }, () => bare.turn(count)),
      pipeline: () => cpu.during('pipeline', { pid: service.pid, images: count }, () => runPipeline(service, folder, count)),
    },
    quick ? 1 : 3,
  );
  say('The engine alone …');
  const engine = await measureEngine(quick ? 1_000 : 100_000);
  const report = summarize(rates, count, cpu);
  return { ...report, figures: { ...report.figures, ...engine.figures }, tables: [...report.tables, ...engine.tables] };
}

export const batch: Measurement = {
  name: 'batch',
  summary: 'The pipeline detect-folder over 1,000 images against a bare loop over the same files.',
  measure: (options) => withCleanup((later) => measure(options, later)),
};
