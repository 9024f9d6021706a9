/** The answers of the analyses, as in the OpenAPI document, under the playground's names. */
export interface AnsweredBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ImageResult {
  objects?: { name: string; confidence: number; bounding_box: AnsweredBox }[];
  faces?: { confidence: number; bounding_box: AnsweredBox; emotions: Record<string, number> }[];
  text?: { text: string; confidence: number; bounding_box: AnsweredBox }[];
  colors?: { hex: string; name: string; fraction: number }[];
  processing_time_ms: number;
}

export const LAYERS = ['objects', 'faces', 'text'] as const;
export type Layer = (typeof LAYERS)[number];

/** Colours that stand out on photographs and carry white labels. */
export const LAYER_COLOURS: Record<Layer, string> = { objects: '#1c4ed8', faces: '#b91c1c', text: '#047857' };
