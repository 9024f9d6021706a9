import { modelPluginModules } from '@percept/plugins';
import { openModels as open, type Models } from '../../libs/core/src/inference/models/open-models';

// What specs of model tasks need besides the SDK.
export { plainToInstance } from 'class-transformer';
export { overlap } from '../../lab/eval/scoring/boxes';
export { encodedImage } from '../../libs/core/src/inference/media/images/decoded-image';
export { openImage } from '../../libs/core/src/inference/media/images/open-image';
export { InputSection, OutputSection } from '../../libs/core/src/inference/models/manifest';
export { readManifest } from '../../libs/core/src/inference/models/manifest/read';
export { decodeModel } from '../../libs/core/src/inference/models/onnx/decoding';
export { locate } from '../../libs/core/src/inference/models/registry/location';
export { prepareModels } from '../../libs/core/src/inference/models/registry/prepare';
export { readModelRegistry } from '../../libs/core/src/inference/models/registry/registry';
export { frameFor } from '../../libs/core/src/inference/models/runtime';
export { NativeGate } from '../../libs/core/src/inference/models/runtime/native-gate';
export { openSession, SessionHere } from '../../libs/core/src/inference/models/runtime/open-session';
export type { Models };

/** Opens models with the tasks that come with Percept. */
export const openModels = (options: Parameters<typeof open>[0]): Models =>
  open('registry' in options ? options : { extensions: modelPluginModules(), ...options });
