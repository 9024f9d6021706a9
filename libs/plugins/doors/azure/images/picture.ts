import type { DoorCall } from '@percept/sdk/doors';
import type { AnalyzeOutput } from '../../../vision/analyze/analyze-output';
import type { ClassifyOutput } from '../../../vision/classification';
import { readSource, type DocumentSource } from '../documents/document-request';

interface AzureSize {
  width: number;
  height: number;
}
interface Box extends AzureSize {
  x: number;
  y: number;
}

/** What to look for in a picture. */
type Part = 'objects' | 'faces' | 'text' | 'colors';

/** The picture of a request, for several calls. */
export class Picture {
  private readonly source: DocumentSource;

  constructor(private readonly call: DoorCall) {
    this.source = readSource(call, { field: 'image', url: 'url' });
  }

  /** The classes of the picture, most likely first. */
  async classify(): Promise<ClassifyOutput> {
    return (await this.ask<ClassifyOutput>('vision.classify', { max_results: 100 })).output;
  }

  /** The requested parts, and the metadata. */
  async analyze(features: readonly Part[]): Promise<AnalyzeOutput & { size: AzureSize & { format: string } }> {
    const fields = { features, include_metadata: true, ...(features.includes('text') && { text_level: 'word' }) };
    const { output } = await this.ask<AnalyzeOutput>('vision.analyze', fields);
    return { ...output, size: output.metadata as unknown as AzureSize & { format: string } };
  }

  private ask<T>(capability: string, fields: object) {
    const { source } = this;
    return this.call.call<T>(capability, { ...source, fields: { ...('fields' in source && source.fields), ...fields } });
  }
}

export const toRectangle = ({ x, y, width: w, height: h }: Box): object => ({ x, y, w, h });

/** Labels and kinds of objects without repeats, most confident first. */
export function toTags({ classifications }: ClassifyOutput, objects: AnalyzeOutput['objects'] = []): object[] {
  const tags = new Map<string, number>();
  const named = [
    ...classifications.map(({ label, confidence }) => ({ name: label, confidence })),
    ...objects.map(({ name, confidence }) => ({ name, confidence })),
  ];
  for (const { name, confidence } of named) tags.set(name, Math.max(confidence, tags.get(name) ?? 0));
  return [...tags].map(([name, confidence]) => ({ name, confidence })).sort((a, b) => b.confidence - a.confidence);
}
