import type { ModelArchitecture, ModelDraft, ModelFacts } from '@percept/sdk/models';
import { checkLabels, imagePort } from './processor';

const AGPL =
  'Ultralytics puts its YOLO models under AGPL-3.0: who lets others use a service with one over a network must give them its source, or buy a licence.';

/** YOLO v5 to v12 as Ultralytics exports them, YOLOv10 with built-in non-maximum suppression, and YOLOX without its decoding. */
export const yolo: ModelArchitecture = {
  name: 'YOLO (v5 to v12, YOLOX)',
  recognize(facts: ModelFacts): ModelDraft | undefined {
    const port = imagePort(facts);
    const [output] = facts.outputs;
    if (port?.shape[1] !== 3 || facts.outputs.length !== 1 || output?.shape.length !== 3) return undefined;
    const [, one, two] = output.shape as [number, number, number];
    const side = port.shape[2]! > 0 ? port.shape[2]! : sideOf(facts);
    const decoder = decoderFor(facts, { side, one, two });
    if (!decoder && ![one, two].some((count) => count === cells(side) || count === 3 * cells(side))) return undefined;
    if (!decoder) {
      checkLabels(facts, -1);
      // NanoDet has the same grids, so the number of classes is not known.
      throw new Error(`It does not have ${facts.labels.length} classes: give a label for each class with --labels.`);
    }
    checkLabels(facts, { yolox: two - 5, yolov5: two - 5, yolov8: one - 4, yolov10: -1 }[decoder]);
    const size = { size: port.shape[3]! > 0 ? port.shape[3]! : side, ...(port.shape[3] !== port.shape[2] && { height: side }) };
    const common = { ...size, resize: 'letterbox' as const, pad: 114, layout: 'NCHW' as const, type: 'float32' as const };
    const input = decoder === 'yolox' ? { ...common, colour: 'BGR' as const } : { ...common, std: [255] };
    const names = output.name === 'output' ? {} : { names: { predictions: output.name } };
    return {
      task: 'object-detection',
      input,
      output: { decoder, overlap: decoder === 'yolov10' ? 1 : 0.45, ...names },
      notes: decoder === 'yolox' ? [] : [AGPL],
    };
  },
};

/** How many cells the three grids of stride 8, 16 and 32 have. */
const cells = (side: number) => [8, 16, 32].reduce((sum, stride) => sum + Math.floor(side / stride) ** 2, 0);

function decoderFor({ labels }: ModelFacts, { side, one, two }: { side: number; one: number; two: number }) {
  if (two === 6 && one <= 1000 && labels.length !== 1) return 'yolov10';
  const rows = one < 0 || one > two;
  if (rows && two === labels.length + 5) return one === cells(side) ? 'yolox' : 'yolov5';
  return one === labels.length + 4 ? 'yolov8' : undefined;
}

/** Ultralytics writes `imgsz: [640, 640]`. */
const sideOf = ({ metadata }: ModelFacts): number => Number(/\d+/.exec(metadata['imgsz'] ?? '')?.[0] ?? 640);
