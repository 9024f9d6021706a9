import { decodeBlazeFace } from './blazeface';
import type { FaceDecoder } from './decoder';

/** How the outputs of a face detector are read, by the name that its manifest gives as `output.decoder`. */
export const FACE_DECODERS: Readonly<Record<string, FaceDecoder>> = {
  blazeface: { outputs: ['scores_16', 'scores_8', 'boxes_16', 'boxes_8'], decode: decodeBlazeFace },
};
