import type { prepareModels } from '@percept/core';

/** The first start converts the models, which takes seconds: say so. */
export function reportPreparation(say: (line: string) => void): Parameters<typeof prepareModels>[0]['onProgress'] {
  return ({ name, state, index, total }) => {
    if (state === 'converting') say(`Converting the model ${name} (${index} of ${total}) …`);
  };
}
